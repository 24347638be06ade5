/** Heap dumps of services of our own: who leads to an object that knows how many it lets past. */
@NullMarked
package dev.headroom.probe.heap;

import org.jspecify.annotations.NullMarked;
