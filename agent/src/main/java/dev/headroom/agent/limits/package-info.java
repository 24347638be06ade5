/** Bounded objects other than thread pools: how they are found, read and set. */
@NullMarked
package dev.headroom.agent.limits;

import org.jspecify.annotations.NullMarked;
