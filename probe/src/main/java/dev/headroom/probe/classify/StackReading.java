package dev.headroom.probe.classify;

import dev.headroom.core.model.observation.Activity;

/**
 * What a stack says its thread is doing.
 *
 * @param on what is waited for, in words, where the frame alone tells ("Hikari connection"); else empty
 * @param type entry of the {@link Catalogue} that the frame belongs to; empty where none does
 * @param frame the frame that told; empty where the thread's state told
 * @param depth index of that frame, 0 on top
 */
public record StackReading(Activity activity, String on, String type, String frame, int depth) {

    StackReading(Activity activity, String on, String frame, int depth) {
        this(activity, on, "", frame, depth);
    }
}
