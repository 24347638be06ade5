package dev.headroom.load.arrivals;

import java.util.Collection;
import java.util.List;

/** Decides when requests start. All of it happens on the loop's thread. */
public interface ArrivalProcess {

    /** Told of the two turns of a load. */
    interface Listener {
        /** The last request has been sent. */
        void offered();

        void ended();
    }

    /** Before the first phase. */
    ArrivalProcess NONE = new ArrivalProcess() {
        @Override
        public void begin(long at, Listener listener) {}

        @Override
        public void stop() {}

        @Override
        public void end() {}
    };

    /** @param at nanoTime at which the first request is due */
    void begin(long at, Listener listener);

    /** No further request starts, and nobody is told. */
    void stop();

    /** No further request starts: the last one has been sent. */
    void end();

    /** When those were due that wait to be sent. */
    default Collection<Long> waiting() {
        return List.of();
    }
}
