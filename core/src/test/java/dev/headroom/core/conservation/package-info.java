@NullMarked
package dev.headroom.core.conservation;

import org.jspecify.annotations.NullMarked;
