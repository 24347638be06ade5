package dev.headroom.probe.recording;

/**
 * A TLS handshake that ended well.
 *
 * @param host of the peer, as the caller named it
 * @param port of the peer
 */
public record Handshake(long endMicros, String host, int port) {}
