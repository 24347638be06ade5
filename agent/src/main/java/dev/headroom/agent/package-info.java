/**
 * What Headroom loads into a JVM that it watches or has started. It imports nothing of ours; of others only ASM, packed under its own name. It is
 * Java 17 bytecode, and speaks to Headroom over one Unix-domain socket ({@link dev.headroom.agent.wire.Wire}).
 */
@NullMarked
package dev.headroom.agent;

import org.jspecify.annotations.NullMarked;
