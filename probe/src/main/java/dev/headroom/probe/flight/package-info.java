/** Reads the watched JVM's flight recording from outside. */
@NullMarked
package dev.headroom.probe.flight;

import org.jspecify.annotations.NullMarked;
