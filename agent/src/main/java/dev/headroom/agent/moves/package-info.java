/** Limits that are moved for a while, and put back. */
@NullMarked
package dev.headroom.agent.moves;

import org.jspecify.annotations.NullMarked;
