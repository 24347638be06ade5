/** Watching by thread dumps through the attach socket, with nothing loaded into the JVM: the lowest rung of the ways in. */
@NullMarked
package dev.headroom.probe.dump;

import org.jspecify.annotations.NullMarked;
