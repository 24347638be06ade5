@NullMarked
package dev.headroom.core.prediction;

import org.jspecify.annotations.NullMarked;
