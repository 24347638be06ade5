/** What was seen of one JVM in a window. */
@NullMarked
package dev.headroom.core.model.observation;

import org.jspecify.annotations.NullMarked;
