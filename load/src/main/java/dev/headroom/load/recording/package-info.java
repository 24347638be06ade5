/** What became of each request: counts, latencies, seconds. */
@NullMarked
package dev.headroom.load.recording;

import org.jspecify.annotations.NullMarked;
