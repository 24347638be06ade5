/** Numbers as words for people. */
@NullMarked
package dev.headroom.core.text;

import org.jspecify.annotations.NullMarked;
