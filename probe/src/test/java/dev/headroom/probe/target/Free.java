package dev.headroom.probe.target;

import java.util.concurrent.Semaphore;

/** Asks for others how many permits are free: a class that asks itself may reckon with it, and its semaphore is not moved. */
final class Free {

    private Free() {}

    static int of(Semaphore permits) {
        return permits.availablePermits();
    }
}
