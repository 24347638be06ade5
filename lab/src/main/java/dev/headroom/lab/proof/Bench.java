package dev.headroom.lab.proof;

import dev.headroom.core.model.load.Load;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress;
import java.time.Duration;

/** The watched service and what puts loads on it. */
public interface Bench {

    RunningLoad start(Load load) throws ServiceException;

    /**
     * Lets a load go on for a while.
     *
     * @param phase of the run, for whoever watches
     * @return false where it has come to its end meanwhile
     * @throws ServiceException where a service died
     */
    boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase)
            throws InterruptedException, ServiceException;
}
