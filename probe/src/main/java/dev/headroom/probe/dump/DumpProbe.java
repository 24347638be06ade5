package dev.headroom.probe.dump;

import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Jvm;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.os.Processors;
import dev.headroom.probe.os.Requests;
import dev.headroom.probe.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches a JVM of Linux by thread dumps through its attach socket; nothing is loaded into it. Pools are told apart by their threads, monitors
 * by who holds and who wants them; counts that only objects themselves know are not seen. A flight recording beside it tells what only a clock can: holding
 * times, downstreams, pauses.
 */
public final class DumpProbe implements Probe {

    /** Share of time for which dumps may hold the JVM. */
    private static final double BUDGET = 0.01;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration STEP = Duration.ofMillis(200);
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

    private final Watch watch;
    private final DumpSampler sampler;
    private final Thread thread;
    private final Optional<JcmdFlight> flight;

    private DumpProbe(RunningJvm jvm, LinuxProcess process, AttachSocket socket, boolean recorded) {
        watch = new Watch(
                recorded ? "jfr" : "dump",
                new Jvm(jvm.pid(), jvm.version(), jvm.vendor(), jvm.arguments()),
                true,
                this::recordWaits);
        flight = recorded ? Optional.of(new JcmdFlight(socket, watch)) : Optional.empty();
        watch.jvm(processors(jvm), jvm.arguments());
        watch.note(
                "watched by thread dumps" + (recorded ? " and a flight recording" : "")
                        + ", with nothing loaded into the JVM: pools are told by the names and stacks of their threads,"
                        + " their bounds and those of semaphores and connection pools are estimated; queues"
                        + (recorded
                                ? " and completed tasks are not seen"
                                : ", completed tasks, holding times by a clock and the time that the garbage collector takes are not seen"));
        sampler = new DumpSampler(socket, flight, process, watch, BUDGET, jvm.feature());
        thread = Thread.ofPlatform().daemon().name("headroom-dump").unstarted(sampler);
    }

    /**
     * Watches the running JVM {@code pid}; its attach socket is opened where it is not.
     *
     * @throws ProbeException where it cannot be attached to; the message says why
     */
    public static DumpProbe attach(long pid) throws ProbeException {
        return attach(found(pid), false);
    }

    /** The same with a flight recording, which the JVM keeps for a minute at most when nobody ends it. */
    public static DumpProbe recorded(long pid) throws ProbeException {
        return attach(found(pid), true);
    }

    private static RunningJvm found(long pid) throws ProbeException {
        return RunningJvms.of(pid).orElseThrow(() -> new ProbeException("process " + pid + " is no JVM, or has ended"));
    }

    private static DumpProbe attach(RunningJvm jvm, boolean recorded) throws ProbeException {
        if (jvm.access() == Access.NOTHING || jvm.access() == Access.JMX) {
            throw new ProbeException("cannot attach to process " + jvm.pid() + " (" + jvm.name() + "): " + jvm.why());
        }
        LinuxProcess process = LinuxProcess.of(jvm.pid())
                .orElseThrow(() -> new ProbeException(
                        LinuxProcess.isLinux()
                                ? "process " + jvm.pid() + " has ended"
                                : "watching by thread dumps works on Linux alone; attach by JMX or with the agent"));
        return new DumpProbe(jvm, process, AttachSocket.open(process), recorded);
    }

    private static int processors(RunningJvm jvm) {
        return jvm.arguments().stream()
                .filter(argument -> argument.matches(PROCESSORS + "\\d{1,6}"))
                .map(argument -> Integer.parseInt(argument.substring(PROCESSORS.length())))
                .reduce((earlier, later) -> later)
                .orElseGet(() ->
                        Processors.of(jvm.pid()).orElse(Runtime.getRuntime().availableProcessors()));
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
    public Optional<Observation.Sample> latest() {
        return watch.latest();
    }

    @Override
    public Observation observe(Instant zero, Observation.Window window) {
        watch.awaitFlight(window);
        return watch.observation(zero, window);
    }

    @Override
    public Optional<Requests> requests(Observation.Window window) {
        return watch.requests(window);
    }

    @Override
    public void forget(Instant before) {
        watch.forget(before);
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
        watch.close();
    }
}
