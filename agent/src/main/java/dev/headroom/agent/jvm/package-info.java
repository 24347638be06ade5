/** The JVM that the agent is in: what it keeps to itself, whose its classes are, and how the agent behaves in it. */
@NullMarked
package dev.headroom.agent.jvm;

import org.jspecify.annotations.NullMarked;
