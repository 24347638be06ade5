/** Watching by JMX, where no agent may be loaded: stacks and names only, pools are told apart by them. */
@NullMarked
package dev.headroom.probe.jmx;

import org.jspecify.annotations.NullMarked;
