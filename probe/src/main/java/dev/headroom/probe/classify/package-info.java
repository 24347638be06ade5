/** From a stack to what its thread is doing and on whom it waits. */
@NullMarked
package dev.headroom.probe.classify;

import org.jspecify.annotations.NullMarked;
