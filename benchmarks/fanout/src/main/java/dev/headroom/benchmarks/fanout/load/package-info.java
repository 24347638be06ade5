/** A service that composes two calls, under load: what a request takes, and what is left of it in overload. */
@NullMarked
package dev.headroom.benchmarks.fanout.load;

import org.jspecify.annotations.NullMarked;
