package dev.headroom.fanout;

import java.util.concurrent.ThreadLocalRandom;

/** A moment, or none: races whose sides take unlike times would always come out the same way. */
final class Jitter {
    private Jitter() {}

    static void spin(int most) {
        for (int i = ThreadLocalRandom.current().nextInt(most); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
