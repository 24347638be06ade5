/** Looks at a JVM over time, and the observation made of them. */
@NullMarked
package dev.headroom.probe.watch;

import org.jspecify.annotations.NullMarked;
