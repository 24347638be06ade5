/** Processes that are started, and none of which is left behind. */
@NullMarked
package dev.headroom.load.process;

import org.jspecify.annotations.NullMarked;
