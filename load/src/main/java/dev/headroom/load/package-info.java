@NullMarked
package dev.headroom.load;

import org.jspecify.annotations.NullMarked;
