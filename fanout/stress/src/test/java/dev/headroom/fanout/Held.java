package dev.headroom.fanout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A permit that is free, so that nobody waits for it. */
final class Held {
    private Held() {}

    static Permit of(Downstream downstream) {
        try {
            return downstream.enter();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Not by this thread: what that calls then is no call within. */
    static Permit elsewhere(Downstream downstream) {
        try {
            return CompletableFuture.supplyAsync(() -> of(downstream)).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
