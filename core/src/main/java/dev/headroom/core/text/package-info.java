/** Numbers as words for people, and texts of others as people may see them. */
@NullMarked
package dev.headroom.core.text;

import org.jspecify.annotations.NullMarked;
