@NullMarked
package dev.headroom.core.laws;

import org.jspecify.annotations.NullMarked;
