/** Reads the watched JVM's flight recording from outside. */
@NullMarked
package dev.headroom.probe.recording;

import org.jspecify.annotations.NullMarked;
