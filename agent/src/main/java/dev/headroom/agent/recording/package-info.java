/** The flight recording beside the samples. */
@NullMarked
package dev.headroom.agent.recording;

import org.jspecify.annotations.NullMarked;
