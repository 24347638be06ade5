package dev.headroom.probe.dump;

/**
 * An object that threads block on, as one dump names it.
 *
 * @param address where it lay then; a collector may move it
 * @param type its class
 */
record Lock(long address, String type) {}
