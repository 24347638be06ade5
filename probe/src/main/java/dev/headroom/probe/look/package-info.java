/** One look at the JVM: what every source of samples delivers and {@code watch} adds up. */
@NullMarked
package dev.headroom.probe.look;

import org.jspecify.annotations.NullMarked;
