package dev.headroom.probe;

import dev.headroom.core.model.Observation;
import java.time.Instant;
import java.util.Optional;

/** Watches one JVM. Closing it ends sampling and leaves the JVM as it was. */
public interface Probe extends AutoCloseable {

    /** {@code agent} or {@code jmx}. */
    String mode();

    /** Begins sampling; returns when the first sample has arrived. */
    void start() throws ProbeException, InterruptedException;

    /** The newest sample, for a live view. {@code at} counts from {@link #start()}. */
    Optional<Observation.Sample> latest();

    /**
     * Ends sampling and says what was seen.
     *
     * @param counted start of the counted load: the zero of the series' times
     * @param window the part of the run that the pools speak of
     */
    Observation finish(Instant counted, Observation.Window window) throws ProbeException;

    @Override
    void close();
}
