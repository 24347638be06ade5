package dev.headroom.probe.dump;

import dev.headroom.probe.attach.Commands;

/** A JVM of a test, which has nothing open. */
interface Answering extends Commands {

    @Override
    default Commands again() {
        return this;
    }

    @Override
    default void close() {
        // nothing is open
    }
}
