package dev.headroom.fanout;

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
}
