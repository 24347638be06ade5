/** The connection to Headroom: what is sent, what is asked, and what ends it. */
@NullMarked
package dev.headroom.agent.wire;

import org.jspecify.annotations.NullMarked;
