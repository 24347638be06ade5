/** Watches a JVM through the agent that is loaded into it, and moves its limits. */
@NullMarked
package dev.headroom.probe.agent;

import org.jspecify.annotations.NullMarked;
