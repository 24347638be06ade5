package dev.headroom.cli;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.requests.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service whose ten workers are all taken, with 50 requests that wait for them: no JVM, but what a probe would see of one. */
public class Busy implements Probe {

    public static final String POOL = "tomcat-8080";
    public static final int WORKERS = 10;

    private static final double RATE = 100;
    private static final double WAIT = 50;

    private final Adjustable lever;
    public final List<String> moves = new CopyOnWriteArrayList<>();

    /** @param lever by which it can be moved; its target is the pool's name */
    public Busy(Adjustable lever) {
        this.lever = lever;
    }

    public Observation observation() {
        return observe(Instant.EPOCH, new Window(Instant.EPOCH, Duration.ofSeconds(3)));
    }

    @Override
    public String mode() {
        return "agent";
    }

    @Override
    public void start() {}

    @Override
    public Optional<Observation.Sample> latest() {
        return Optional.empty();
    }

    @Override
    public Observation observe(Instant zero, Window window) {
        return Seen.during(window)
                .pool(Seen.pool(lever.target(), StationKind.SERVLET_WORKERS)
                        .maximum(WORKERS)
                        .active(WORKERS)
                        .queue(WAIT, 0)
                        .doing(Activity.SLEEPING, WORKERS))
                .lever(lever)
                .observation();
    }

    @Override
    public Optional<Requests> requests(Window window) {
        return Optional.of(new Requests(
                Optional.of(new Requests.Count(RATE, 0.1)),
                Optional.of(new Requests.Count(WORKERS + WAIT, 0.1)),
                0,
                "a test"));
    }

    @Override
    public int move(String target, int from, int capacity, Duration longest) throws ProbeException {
        moves.add(target + " to " + capacity);
        return capacity;
    }

    @Override
    public void putBack() {
        moves.add("back");
    }

    @Override
    public void close() {}
}
