package dev.headroom.lab.service;

import java.time.Duration;
import java.util.Optional;

/** A service of a run while it is there, whoever has started it. */
public interface LiveService {

    String name();

    /** Processor time used so far; empty where the system does not tell or it has ended. */
    Optional<Duration> cpu();

    /** @throws ServiceException where it has ended */
    void checkAlive(String when) throws ServiceException;
}
