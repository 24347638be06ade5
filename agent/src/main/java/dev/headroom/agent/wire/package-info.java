/** The connection to Headroom: the words of both, how it is opened, and what is left of it. */
@NullMarked
package dev.headroom.agent.wire;

import org.jspecify.annotations.NullMarked;
