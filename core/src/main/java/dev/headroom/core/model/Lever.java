package dev.headroom.core.model;

/**
 * A limit that can be moved while the service runs.
 *
 * @param target name of the {@link Pool} or id of the {@link Resource}
 * @param capacity what it is now
 * @param comesBack false where a limit that is lowered again keeps what it has while there is work
 * @param how the call that moves it, for the reader: {@code setMaximumPoolSize}
 */
public record Lever(String target, int capacity, boolean comesBack, String how) {}
