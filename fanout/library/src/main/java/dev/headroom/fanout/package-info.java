/**
 * The safe way to call several services side by side. {@link FanOut} makes the calls, each a {@link Part} that goes
 * through the gate of its {@link Downstream}, all under one {@link Deadline}.
 */
@NullMarked
package dev.headroom.fanout;

import org.jspecify.annotations.NullMarked;
