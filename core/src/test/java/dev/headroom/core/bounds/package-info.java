@NullMarked
package dev.headroom.core.bounds;

import org.jspecify.annotations.NullMarked;
