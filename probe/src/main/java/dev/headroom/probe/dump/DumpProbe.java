package dev.headroom.probe.dump;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.watch.JvmSession;
import dev.headroom.probe.watch.SessionProbe;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches a JVM by thread dumps, through its attach socket on Linux, or over JMX, where its management agent is started. Pools are told apart by their threads, monitors
 * by who holds and who wants them; counts that only objects themselves know are not seen. A flight recording beside it tells what only a clock can: holding
 * times, downstreams, pauses.
 */
public final class DumpProbe extends SessionProbe {

    /** Share of time for which dumps may hold the JVM. */
    private static final double BUDGET = 0.01;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration STEP = Duration.ofMillis(200);
    private static final String DUMPS = "thread dumps";
    private static final String NOTHING_LOADED = ", with nothing loaded into the JVM";
    private static final String RECORDED = DUMPS + " and a flight recording";

    private final DumpTarget target;
    private final JvmSession watch;
    private final DumpSampler sampler;
    private final Thread thread;
    private final Optional<JcmdFlight> flight;

    private DumpProbe(String mode, String by, boolean recorded, ProcessId process, DumpTarget target) {
        this.target = target;
        watch = new JvmSession(mode, target.jvm(), Optional.of(process), this::recordWaits);
        flight = recorded ? Optional.of(new JcmdFlight(target.commands(), target.process(), watch)) : Optional.empty();
        watch.jvm(target.processors(), target.jvm().arguments());
        watch.note("watched by " + by
                + ": pools are told by the names and stacks of their threads,"
                + " their bounds and those of semaphores and connection pools are estimated; queues"
                + (recorded
                        ? " and completed tasks are not seen"
                        : ", completed tasks and holding times by a clock are not seen"));
        sampler = new DumpSampler(target, flight, watch, BUDGET);
        thread = Thread.ofPlatform().daemon().name("headroom-dump").unstarted(sampler);
    }

    /**
     * Watches the running JVM; its attach socket is opened where it is not.
     *
     * @throws ProbeException where it cannot be attached to; the message says why
     */
    public static DumpProbe attach(ProcessId process) throws ProbeException {
        return new DumpProbe("dump", DUMPS + NOTHING_LOADED, false, process, DumpTarget.attach(process));
    }

    /** The same with a flight recording, which the JVM keeps for a minute at most when nobody ends it. */
    public static DumpProbe recorded(ProcessId process) throws ProbeException {
        return new DumpProbe("jfr", RECORDED + ", with no agent in the JVM", true, process, DumpTarget.attach(process));
    }

    /** The same over the management agent of the running JVM, which starts it where it has none, and keeps it. */
    public static DumpProbe overJmx(ProcessId process) throws ProbeException {
        return new DumpProbe(
                "jmx", RECORDED + " over its own management agent", true, process, DumpTarget.overJmx(process));
    }

    private void recordWaits(boolean on) {
        flight.ifPresent(recording -> recording.waits(on));
    }

    @Override
    public String mode() {
        return watch.mode();
    }

    @Override
    public void start() throws ProbeException, InterruptedException {
        thread.start();
        Instant giveUp = Instant.now().plus(TIMEOUT);
        while (!watch.awaitFirst(STEP)) {
            if (!thread.isAlive() || Instant.now().isAfter(giveUp)) {
                throw new ProbeException("the JVM made no thread dump: "
                        + sampler.failure().orElse("it did not answer in " + TIMEOUT.toSeconds() + " s"));
            }
        }
    }

    @Override
    protected Optional<JvmSession> session() {
        return Optional.of(watch);
    }

    @Override
    protected Optional<String> ended() {
        return thread.isAlive() || !watch.isAlive()
                ? Optional.empty()
                : sampler.failure().map(why -> "the JVM makes no thread dumps any more: " + why);
    }

    @Override
    public Observation observe(Instant zero, Observation.Window window) throws ProbeException {
        sampler.delay().ifPresent(watch::note);
        return super.observe(zero, window);
    }

    @Override
    public void close() {
        sampler.stop();
        LockSupport.unpark(thread);
        try {
            if (thread.isAlive() && !thread.join(PATIENCE)) {
                sampler.breakOff();
                thread.join(TIMEOUT);
            }
            if (flight.isPresent()) {
                flight.get().end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        target.commands().close();
        watch.close();
    }
}
