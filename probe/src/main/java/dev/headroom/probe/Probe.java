package dev.headroom.probe;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.probe.os.requests.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Watches one JVM. Closing it ends sampling and leaves the JVM as it was. */
public interface Probe extends AutoCloseable {

    /** {@code agent}, {@code jmx} or {@code dump}. */
    String mode();

    /** Begins sampling; returns when the first sample has arrived. */
    void start() throws ProbeException, InterruptedException;

    /** The newest sample, for a live view. {@code at} counts from {@link #start()}. */
    Optional<Observation.Sample> latest();

    /**
     * Says what was seen in a window, and goes on sampling.
     *
     * @param zero of the series' times
     */
    Observation observe(Instant zero, Observation.Window window) throws ProbeException;

    /** The same for a live view, at once: without what the flight recorder has not written yet. */
    default Observation glance(Instant zero, Observation.Window window) throws ProbeException {
        return observe(zero, window);
    }

    /** Says when one user was alone: who sleeps where nobody did then is told by that line, whatever method it sleeps by. Of all windows that are asked for afterwards. */
    default void alone(Observation.Window window) throws ProbeException {}

    /**
     * Says how many requests came in by the service's own or the kernel's counters, whoever sent them. Empty where nothing counts them: no port, or a JVM of another
     * machine.
     */
    default Optional<Requests> requests(Observation.Window window) throws ProbeException {
        return Optional.empty();
    }

    /**
     * Says for which kind of request limits are held: a holder is of a kind where it stands at a line of the application that only this kind was
     * seen at while it was alone.
     *
     * @param loaded the window under load
     * @param alone for each kind by name a window in which no other was sent, but for the steps before it
     * @param after the step before, for each kind that has one
     * @return for each pool by name and each resource by id the mean holders by kind; those that no line tells apart under an empty name
     */
    default Map<String, Map<String, Double>> holders(
            Observation.Window loaded, Map<String, Observation.Window> alone, Map<String, String> after)
            throws ProbeException {
        return Map.of();
    }

    /** For a move that is put back by closing the probe, or by {@link #putBack}: nobody means to keep one for longer without looking. */
    Duration LONGEST_MOVE = Duration.ofMinutes(10);

    /** Moves it from where it was seen. */
    default int move(Adjustable lever, int to, Duration longest) throws ProbeException, InterruptedException {
        return move(lever.target(), lever.capacity(), to, longest);
    }

    /**
     * Moves a limit of the watched JVM while it runs, on a lease: the JVM puts everything that was moved back by itself where this process
     * is not heard for some seconds, and at the end of the time. Closing the probe puts it back, too.
     *
     * @param target name of a pool or id of a resource, as {@link Adjustable} has it
     * @param from what it was when that was planned: where nothing of ours is moved and it is another, it is not moved
     * @param longest until all is put back, counted from the first move after {@link #putBack}
     * @return the capacity that it has now
     * @throws LeaseLost where what was moved before was put back meanwhile: until {@link #putBack} nothing is moved
     * @throws ProbeException where it cannot be moved, or the JVM refuses; nothing is changed then
     */
    default int move(String target, int from, int to, Duration longest) throws ProbeException, InterruptedException {
        throw new ProbeException("a probe by " + mode() + " moves nothing");
    }

    /** Of a limit's capacity, so much at the most is kept busy: the service goes on. */
    double LARGEST_SHARE = 0.5;

    /**
     * Keeps a share of a limit's capacity busy from now on, a few milliseconds at a time, on the lease of the moves: a lock is held, a loop or a
     * worker is given tasks that wait. From the first call on, turns stand in the queue like everybody else, so that a further share has its effect at
     * once; the first has it where the queue has gone round. It ends with {@link #putBack}, or with the lease.
     *
     * @param target of a {@link dev.headroom.core.model.observation.Adjustable} whose means are to occupy
     * @param longest until it ends by itself, where nothing was moved or occupied before
     * @throws LeaseLost where what was moved or occupied before was put back meanwhile
     * @throws ProbeException where it cannot be occupied, or the JVM refuses
     */
    default void occupy(String target, Occupancy how, Duration longest) throws ProbeException, InterruptedException {
        throw new ProbeException("a probe by " + mode() + " occupies nothing");
    }

    /**
     * Says for how long it was kept busy since it was occupied first: seconds times units of its capacity, by the JVM's clock. Over the time and the capacity that
     * is the share that was reached, which may be less than the one that was asked for where others are served first.
     */
    default double occupied(String target) throws ProbeException, InterruptedException {
        throw new ProbeException("a probe by " + mode() + " occupies nothing");
    }

    /**
     * Asks the JVM whether what was moved has been so until now, without a gap.
     *
     * @throws LeaseLost where it has not, and everything is put back
     */
    default void held() throws ProbeException, InterruptedException {}

    /**
     * Puts back everything that was moved, to the settings that it had at first, and ends the lease. Does nothing where it is back already.
     *
     * @throws ProbeException where something is not as it was; the message says what, and why
     */
    default void putBack() throws ProbeException, InterruptedException {}

    /** Nothing that was seen before will be asked for any more: a probe that is watched for hours keeps the rest alone. */
    default void forget(Instant before) {}

    /** Says what a JVM that was killed while it was watched could not delete; empty where there is nothing, or the JVM lives. */
    default Optional<String> leftBehind() {
        return Optional.empty();
    }

    /**
     * What was moved stays so when the probe is closed, and is on no lease any more.
     *
     * @throws LeaseLost where it was put back meanwhile
     */
    default void keep() throws ProbeException, InterruptedException {
        throw new ProbeException("a probe by " + mode() + " moves nothing");
    }

    /**
     * Ends sampling and says what was seen.
     *
     * @param counted start of the counted load: the zero of the series' times
     * @param window the part of the run that the pools speak of
     */
    default Observation finish(Instant counted, Observation.Window window) throws ProbeException {
        Observation observation = observe(counted, window);
        close();
        return observation;
    }

    @Override
    void close();
}
