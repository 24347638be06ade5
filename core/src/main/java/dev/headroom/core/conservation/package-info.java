/** Each request in flight is at exactly one place. */
@NullMarked
package dev.headroom.core.conservation;

import org.jspecify.annotations.NullMarked;
