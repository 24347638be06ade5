/** Whether anything binds at all, asked before the probe is. */
@NullMarked
package dev.headroom.core.bounds;

import org.jspecify.annotations.NullMarked;
