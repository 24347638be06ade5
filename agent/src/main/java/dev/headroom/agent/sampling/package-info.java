/** One look at the JVM: its threads, what they wait for, what it costs. */
@NullMarked
package dev.headroom.agent.sampling;

import org.jspecify.annotations.NullMarked;
