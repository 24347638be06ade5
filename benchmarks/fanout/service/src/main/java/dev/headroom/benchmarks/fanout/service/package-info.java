/** The job of the case compose, twice: with this library, and as virtual threads invite to write it. */
@NullMarked
package dev.headroom.benchmarks.fanout.service;

import org.jspecify.annotations.NullMarked;
