/** What composing calls costs: one composed call by itself, and a service under load. */
@NullMarked
package dev.headroom.benchmarks.fanout;

import org.jspecify.annotations.NullMarked;
