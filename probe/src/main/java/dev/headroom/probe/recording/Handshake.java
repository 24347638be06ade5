package dev.headroom.probe.recording;

/**
 * A TLS handshake that ended well.
 *
 * @param port of the peer
 */
public record Handshake(long endMicros, int port) {}
