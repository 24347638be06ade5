package dev.headroom.probe.threads;

import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;

/** A platform thread in a dump. */
public record SeenThread(long id, String name, Stack stack) {

    /** The JVM's own are not, nor are carriers of virtual threads, although their scheduler is a fork-join pool. */
    boolean isOfTheApplication() {
        return !PoolNames.isJvmThread(name, stack) && !carriesVirtualThreads();
    }

    private boolean carriesVirtualThreads() {
        return stack.has("jdk.internal.misc.CarrierThread", "jdk.internal.vm.Continuation");
    }
}
