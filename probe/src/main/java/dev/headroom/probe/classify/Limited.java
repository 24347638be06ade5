package dev.headroom.probe.classify;

import dev.headroom.core.model.LimitKind;

/**
 * An object of the watched JVM that only so many may hold at once.
 *
 * @param id tells it from all others: {@code hikari#3}
 * @param type its entry in the {@link Catalogue}, or its class
 * @param name as its owner knows it; empty where it has none
 * @param single whether it is one object; what only the line is known of that waits for it may be one for each key
 */
public record Limited(String id, String type, String name, LimitKind kind, boolean single) {

    /** One object. */
    public Limited(String id, String type, String name, LimitKind kind) {
        this(id, type, name, kind, true);
    }
}
