package dev.headroom.probe.threads;

import dev.headroom.probe.classify.Stack;

/** A platform thread in a dump. */
public record SeenThread(long id, String name, Stack stack) {

    /** The carriers' scheduler is a fork-join pool, but its workers are not the application's. */
    boolean carriesVirtualThreads() {
        return stack.has("jdk.internal.misc.CarrierThread", "jdk.internal.vm.Continuation");
    }
}
