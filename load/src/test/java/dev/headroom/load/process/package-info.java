@NullMarked
package dev.headroom.load.process;

import org.jspecify.annotations.NullMarked;
