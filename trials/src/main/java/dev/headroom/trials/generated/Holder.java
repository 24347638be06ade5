package dev.headroom.trials.generated;

import java.util.concurrent.Callable;

/** Something of which only so many units may be held at once, or so many taken a second. */
@FunctionalInterface
interface Holder {

    /** Does the work with one unit in hand. */
    void hold(Callable<Void> work) throws Exception;
}
