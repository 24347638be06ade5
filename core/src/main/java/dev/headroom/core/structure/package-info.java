/** How requests flow through the pools of a watched JVM, read from an observation: facts, no judgement. */
@NullMarked
package dev.headroom.core.structure;

import org.jspecify.annotations.NullMarked;
