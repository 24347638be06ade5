package dev.headroom.lab.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.List;

/** A service under load as a campaign sees it: limits are moved, answers are counted. Who counts, and what may be moved, differs. */
public interface Plant extends AutoCloseable {

    /**
     * Takes up a move; nothing is moved yet.
     *
     * @param longest after which it is put back whatever happens
     * @param wait for which who comes is likely to wait
     */
    Moving begin(Move move, Duration longest, Duration wait)
            throws ProbeException, ServiceException, InterruptedException;

    /** Seconds of a request that waits for no one, and of its user's thoughts after it. */
    double cycle();

    @Override
    default void close() {}

    /** One move. Closing it puts everything back. */
    interface Moving extends AutoCloseable {

        void turn(Setting to) throws ProbeException, ServiceException, InterruptedException;

        /** Beyond where it is moved to, as far as so many times what works of it; what has nothing beyond is moved. */
        default void further(double factor) throws ProbeException, ServiceException, InterruptedException {
            turn(Setting.MOVED);
        }

        /** Lets the load go on without counting. */
        void pass(double seconds) throws ProbeException, ServiceException, InterruptedException;

        /** Counts for so long. */
        Phase count(Setting at, double seconds) throws ProbeException, ServiceException, InterruptedException;

        /** @throws ProbeException where something is not as it was, and what */
        default void putBack() throws ProbeException, InterruptedException {}

        /** Throughput over the whole of it. */
        List<Point> series();

        @Override
        void close();
    }
}
