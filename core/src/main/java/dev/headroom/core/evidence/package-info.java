/** What one run brought to light, brought together once: the workload, the structure of pools, the chain of waits. Plain data; it asks no one. */
@NullMarked
package dev.headroom.core.evidence;

import org.jspecify.annotations.NullMarked;
