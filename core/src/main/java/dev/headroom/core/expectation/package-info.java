/** Holds runs against what their experiment expects of them. */
@NullMarked
package dev.headroom.core.expectation;

import org.jspecify.annotations.NullMarked;
