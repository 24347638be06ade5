/**
 * The vocabulary of Headroom as records. Durations are {@link java.time.Duration}, rates {@link Rate}, shares of a
 * whole plain numbers from 0 to 1. Nothing here does I/O and nothing is null.
 */
@NullMarked
package dev.headroom.core.model;

import org.jspecify.annotations.NullMarked;
