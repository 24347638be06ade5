@NullMarked
package dev.headroom.load.k6;

import org.jspecify.annotations.NullMarked;
