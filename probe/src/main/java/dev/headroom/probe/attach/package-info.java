/** The one door through which Headroom attaches to a running JVM, and what is checked before. */
@NullMarked
package dev.headroom.probe.attach;

import org.jspecify.annotations.NullMarked;
