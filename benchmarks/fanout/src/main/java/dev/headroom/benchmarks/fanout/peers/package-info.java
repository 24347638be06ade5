/** One way each to make calls side by side, written as its own documentation has it. */
@NullMarked
package dev.headroom.benchmarks.fanout.peers;

import org.jspecify.annotations.NullMarked;
