package dev.headroom.cli.safety;

import java.util.concurrent.Semaphore;

/** Asks for the service how many permits are free: a class that asks itself may reckon with it, and its semaphore is not moved. */
final class Free {

    private Free() {}

    static int of(Semaphore permits) {
        return permits.availablePermits();
    }
}
