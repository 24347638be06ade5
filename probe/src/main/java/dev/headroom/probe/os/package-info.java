/** What the operating system says of the watched JVM: processor time, connections. */
@NullMarked
package dev.headroom.probe.os;

import org.jspecify.annotations.NullMarked;
