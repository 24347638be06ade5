package dev.headroom.fanout;

import java.util.concurrent.FutureTask;

/** A permit that another thread took, so that who waits for it does not wait for itself. */
final class Elsewhere {
    private Elsewhere() {}

    static Permit enter(Downstream downstream) throws Exception {
        var entered = new FutureTask<>(downstream::enter);
        Thread.ofVirtual().start(entered);
        return entered.get();
    }
}
