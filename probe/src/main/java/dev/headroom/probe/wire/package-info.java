/** Our end of the agent's socket; the protocol is described in the agent's class Wire. */
@NullMarked
package dev.headroom.probe.wire;

import org.jspecify.annotations.NullMarked;
