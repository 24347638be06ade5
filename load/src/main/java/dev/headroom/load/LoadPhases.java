package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.arrivals.ArrivalProcess;
import dev.headroom.load.arrivals.ClosedArrivals;
import dev.headroom.load.arrivals.OpenArrivals;
import dev.headroom.load.arrivals.RequestSender;
import dev.headroom.load.generator.GeneratorWatch;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Loop;
import dev.headroom.load.http.RequestOutcome;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import dev.headroom.load.recording.LoadProgress.Phase;
import dev.headroom.load.recording.Recorder;
import dev.headroom.load.users.Audience;
import dev.headroom.load.users.Login;
import dev.headroom.load.users.Renewal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The phases of one load: the generator's warm-up, that of the service, the counted load, its drain. Each ends with the last answer to
 * its requests; a drain that is cut short ends with its time. Everything happens on the loop's thread, but for what others may read.
 */
final class LoadPhases implements ArrivalProcess.Listener {

    private static final long LEAD = 2_000_000;
    private static final Duration LONGEST_DRAIN_OF_WARM_UP = Duration.ofSeconds(15);
    private static final Duration PAUSE_IN_FAILING_WARM_UP = Duration.ofMillis(100);
    private static final RequestOutcome CANCELLED =
            new RequestOutcome.Failed(ErrorKind.OTHER, "the load was closed before the answer came");

    private final String engine;
    private final Loop loop;
    private final Client client;
    private final Audience audience;
    private final Mix mix;
    private final Login login;
    private final Renewal renewal;
    private final Load load;
    private final Milestones milestones;
    private final GeneratorWatch watch;

    private volatile LoadProgress progress;
    private volatile Counts counts;

    private Phase phase = Phase.WARM_UP;
    private long phaseBegan = System.nanoTime();
    private Recorder recorder;
    private ArrivalProcess arrivals = ArrivalProcess.NONE;
    private boolean allSent;
    private boolean stopped;

    LoadPhases(String engine, Loop loop, Client client, Audience audience, Load load, Milestones milestones) {
        this.engine = engine;
        this.loop = loop;
        this.client = client;
        this.audience = audience;
        this.mix = audience.mix();
        this.login = audience.login(loop, client, this::beginFirst, this::broke);
        this.renewal = new Renewal(audience, loop, client, () -> recorder.renewed());
        this.load = load;
        this.milestones = milestones;
        this.recorder = new Recorder(Instant.now(), phaseBegan, mix);
        this.watch = new GeneratorWatch(loop);
        this.progress = recorder.progress(phase, Duration.ZERO, Duration.ZERO, phaseBegan);
        this.counts = recorder.counts(phaseBegan);
    }

    void begin(boolean rehearse) {
        if (rehearse) {
            new GeneratorWarmUp(loop, load.transport().http2()).run(login::begin);
        } else {
            login.begin();
        }
    }

    private void beginFirst() {
        if (phase != Phase.DONE) {
            load.warmUp().ifPresentOrElse(this::beginWarmUp, this::beginCounted);
        }
    }

    private void beginWarmUp(Load.WarmUp warmUp) {
        Load.Closed first = new Load.Closed(
                warmUp.users(),
                Duration.ZERO,
                Duration.ZERO,
                new Until.Elapsed(warmUp.duration()),
                load.transport(),
                Optional.empty());
        GeneratorWatch unread = new GeneratorWatch(loop);
        begin(
                Phase.WARM_UP,
                System.nanoTime() + LEAD,
                new ClosedArrivals(loop, sender(false, unread), first, unread, PAUSE_IN_FAILING_WARM_UP));
    }

    private void beginCounted() {
        long at = System.nanoTime() + LEAD;
        Instant startedAt = Instant.now().plusNanos(LEAD);
        recorder = new Recorder(startedAt, at, mix);
        watch.begin(at);
        RequestSender sender = sender(load instanceof Load.Open, watch);
        begin(
                Phase.LOAD,
                at,
                switch (load) {
                    case Load.Open open -> new OpenArrivals(loop, sender, open, watch);
                    case Load.Closed closed -> new ClosedArrivals(loop, sender, closed, watch, Duration.ZERO);
                    case Load.Tool tool -> ArrivalProcess.NONE;
                });
        milestones.countedFrom(startedAt);
        if (stopped) {
            loop.soon(arrivals::end);
        }
    }

    /** @param open any user may send any request */
    private RequestSender sender(boolean open, GeneratorWatch told) {
        return new RequestSender(client, recorder, told, mix, audience.script(open, renewal));
    }

    private void begin(Phase next, long at, ArrivalProcess demanding) {
        phase = next;
        phaseBegan = at;
        arrivals = demanding;
        allSent = false;
        demanding.begin(phaseBegan, this);
    }

    @Override
    public void offered() {
        allSent = true;
        if (phase == Phase.LOAD) {
            beginDrain();
        } else {
            Duration drain = load.transport().drain();
            long most = Math.min(drain.toNanos(), LONGEST_DRAIN_OF_WARM_UP.toNanos());
            loop.at(System.nanoTime() + most, this::cutWarmUp);
        }
        ended();
    }

    private void beginDrain() {
        milestones.offeredAt(Instant.now());
        watch.offered();
        phase = Phase.DRAIN;
        phaseBegan = System.nanoTime();
        if (load.transport().cutsDrain()) {
            loop.at(phaseBegan + load.transport().drain().toNanos(), this::cutShort);
        }
    }

    /** A service that answers no more must not hold up the load that shows it. */
    private void cutWarmUp() {
        if (phase == Phase.WARM_UP) {
            client.close(CANCELLED);
        }
    }

    /** What is still in flight stays uncounted, but for its rank among the response times. */
    private void cutShort() {
        if (phase == Phase.DRAIN) {
            long now = System.nanoTime();
            recorder.cut(phaseBegan);
            arrivals.stop();
            arrivals.waiting().forEach(due -> recorder.unfinished(due, now));
            renewal.stop();
            client.close(CANCELLED);
            finish();
        }
    }

    @Override
    public void ended() {
        if (!allSent || recorder.inFlight() > 0) {
            return;
        }
        if (phase == Phase.WARM_UP) {
            beginCounted();
        } else {
            finish();
        }
    }

    private void finish() {
        if (phase == Phase.DONE) {
            return;
        }
        boolean reachedCounted = phase != Phase.WARM_UP;
        phase = Phase.DONE;
        phaseBegan = System.nanoTime();
        if (!reachedCounted) {
            recorder = new Recorder(Instant.now(), phaseBegan, mix);
            watch.begin(phaseBegan);
        }
        publish(phaseBegan);
        count(phaseBegan);
        LoadResult seen = recorder.result(watch.report(engine, load, recorder, client.opened()));
        arrivals.stop();
        renewal.stop();
        client.close(CANCELLED);
        audience.leave();
        milestones.ended(seen);
    }

    /** The result until now, of the whole seconds of the counted load; empty outside of it. */
    Optional<LoadResult> soFar() {
        return phase == Phase.LOAD || phase == Phase.DRAIN
                ? Optional.of(recorder.soFar(watch.report(engine, load, recorder, client.opened()), System.nanoTime()))
                : Optional.empty();
    }

    /** Sends nothing more, as if the time were up. */
    void stop() {
        stopped = true;
        arrivals.end();
    }

    /** Ends it now: requests in flight count as failed. */
    void breakOff() {
        login.stop();
        renewal.stop();
        arrivals.stop();
        client.close(CANCELLED);
        finish();
    }

    /** A fault in the engine itself. */
    void broke(Throwable fault) {
        if (phase == Phase.DONE) {
            return; // the loop is closing and takes no more tasks
        }
        phase = Phase.DONE;
        arrivals.stop();
        audience.leave();
        milestones.broke(fault);
    }

    boolean done() {
        return phase == Phase.DONE;
    }

    /**
     * @param due when this beat should have come: answers were read as late
     * @param every nanoseconds from one beat to the next
     */
    void beat(long now, long due, long every) {
        if (phase == Phase.LOAD) {
            watch.beat(now, due, every);
        }
        client.expire(now);
    }

    void publish(long now) {
        progress = recorder.progress(phase, Duration.ofNanos(Math.max(0, now - phaseBegan)), expected(), now);
    }

    void count(long now) {
        counts = recorder.counts(now);
    }

    private Duration expected() {
        return switch (phase) {
            case WARM_UP -> load.warmUp().map(Load.WarmUp::duration).orElse(Duration.ZERO);
            case LOAD -> load.length().orElse(Duration.ZERO);
            case DRAIN, DONE, ONE_USER, PROOF -> Duration.ZERO;
        };
    }

    // What any thread may read

    LoadProgress progress() {
        return progress;
    }

    Counts counts() {
        return counts;
    }
}
