package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.core.model.observation.Observation.Sample;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.ProcessWatch;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.recording.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Everything seen of one JVM since watching began, whichever way it was seen. */
public final class JvmSession implements Receiver, AutoCloseable {

    /** The recording is read a second or two behind the clock. */
    private static final Duration FLIGHT_LAG = Duration.ofSeconds(4);

    /** Threads that have ended, whose pools are remembered. */
    static final int MOST_ENDED = 50_000;

    /** Notes are for a reader. */
    private static final int MOST_NOTES = 200;

    private final String mode;
    private final Jvm jvm;
    private final Consumer<Boolean> recordReads;
    private final Optional<ProcessId> here;
    private final ProcessWatch process;
    private final PauseClock pauses;
    private Instant began = Instant.now();
    private final List<Snapshot> looks = new ArrayList<>();
    private final List<Instant> taken = new ArrayList<>();
    private final Map<Long, String> poolOfThread = new ConcurrentHashMap<>();
    private final Deque<Ended> ended = new ArrayDeque<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private Optional<String> silence = Optional.empty();
    private List<String> arguments = List.of();
    private OptionalInt processors = OptionalInt.empty();
    private volatile Optional<RecordingReader> flight = Optional.empty();
    private Optional<Repository> repository = Optional.empty();
    private Optional<Mirror> mirror = Optional.empty();
    private SleepLines sleepers = SleepLines.NONE;

    private record Ended(long thread, Instant at) {}

    /**
     * @param here where it runs on this machine, whose kernel can then be asked
     * @param recordReads turns the recording of socket reads on and off
     */
    public JvmSession(String mode, Jvm jvm, Optional<ProcessId> here, Consumer<Boolean> recordReads) {
        this.mode = mode;
        this.jvm = jvm;
        this.recordReads = recordReads;
        this.here = here;
        process = ProcessWatch.start(
                here.map(ProcessId::pid).orElse(ProcessWatch.NONE),
                () -> here.map(ProcessId::isStill).orElse(true));
        pauses = new PauseClock(here.filter(ProcessId::isStill).flatMap(id -> LinuxProcess.of(id.pid())));
        pauses.read(began);
    }

    @Override
    public synchronized void look(Snapshot look) {
        if (Crowd.isIn(look)) {
            note("the JVM has more than " + Crowd.MOST
                    + " pools, groups of threads or limits at a time: of each kind those that do most were followed");
        }
        silence = Optional.empty();
        // of a clock that was set back since
        while (!taken.isEmpty() && taken.getLast().isAfter(look.at())) {
            taken.removeLast();
        }
        while (!looks.isEmpty() && looks.getLast().at().isAfter(look.at())) {
            looks.removeLast();
        }
        looks.add(Crowd.bounded(look));
        taken.add(look.at());
        pauses.read(look.at());
        Thinning.thin(looks);
        notifyAll();
    }

    @Override
    public void thread(long id, String pool) {
        poolOfThread.put(id, pool);
    }

    @Override
    public synchronized void ended(long thread, Instant at) {
        ended.add(new Ended(thread, at));
        if (ended.size() > MOST_ENDED) {
            poolOfThread.remove(ended.removeFirst().thread());
        }
    }

    @Override
    public synchronized void jvm(int configured, List<String> given) {
        processors = OptionalInt.of(configured);
        arguments = given.stream()
                .filter(argument -> !argument.contains("headroom-agent.jar"))
                .toList();
    }

    @Override
    public synchronized void flight(Path named) {
        Path seen = LinuxProcess.of(jvm.pid())
                .filter(process -> !process.shares("mnt"))
                .map(process -> process.inside(named.toString()))
                .orElse(named);
        repository = Optional.of(new Repository(named, seen, ProcessHandle.of(jvm.pid())));
        try {
            mirror = LinuxProcess.isLinux() ? Mirror.where(jvm.pid(), named) : Optional.empty();
            flight = Optional.of(RecordingReader.open(mirror.map(Mirror::path).orElse(named), recordReads));
        } catch (IOException e) {
            note("the flight recording in " + named + " cannot be read: " + e.getMessage());
        }
    }

    @Override
    public synchronized void note(String text) {
        if (notes.size() < MOST_NOTES) {
            notes.add(text);
        }
    }

    @Override
    public synchronized void silent(String why) {
        silence = Optional.of(why);
    }

    /** Why no look comes now; empty where they come. */
    Optional<String> silence() {
        return silence;
    }

    /** Waits for the first look; false where none came in time. */
    public synchronized boolean awaitFirst(Duration timeout) throws InterruptedException {
        long giveUp = System.nanoTime() + timeout.toNanos();
        while (looks.isEmpty()) {
            long left = (giveUp - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        began = Instant.now();
        return true;
    }

    public synchronized Optional<Sample> latest() {
        if (looks.isEmpty()) {
            return Optional.empty();
        }
        Snapshot newest = looks.getLast();
        return Optional.of(Timeline.sample(newest, Timeline.worthShowing(List.of(newest)), began));
    }

    /** Waits until what the recorder saw of the window has been read. */
    public void awaitFlight(Window window) {
        Optional<RecordingReader> reader = flight;
        if (reader.isEmpty()) {
            return;
        }
        Instant now = Instant.now();
        try {
            if (!reader.get().await(window.end().isBefore(now) ? window.end() : now, FLIGHT_LAG)) {
                note("the flight recording ends before the window does: the JVM ended, or is too busy to write it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @see dev.headroom.probe.Probe#alone */
    public synchronized void alone(Window window) {
        sleepers = new SleepLines(OverTime.within(looks, window));
    }

    SleepLines sleepers() {
        return sleepers;
    }

    public synchronized Observation observation(Instant counted, Window window) {
        pauses.read(Instant.now());
        return new Assembly(this, counted, window).observation();
    }

    /** What came in of requests, over all ports; see {@link dev.headroom.probe.Probe#requests}. */
    public Optional<Requests> requests(Window window) {
        Map<Integer, Requests> kernel = process.requestsByPort(window);
        Map<Integer, Requests> best;
        synchronized (this) {
            best = ServedRequests.byPort(looks, window, kernel);
        }
        return Requests.together(best).or(() -> process.requests(window));
    }

    /** Nothing that was seen before will be asked for any more; see {@link dev.headroom.probe.Probe#forget}. */
    public void forget(Instant before) {
        synchronized (this) {
            looks.removeIf(look -> look.at().isBefore(before));
            taken.subList(0, Math.max(0, taken.size() - 1))
                    .removeIf(at -> at.isBefore(before)); // the last tells since when none came
            pauses.forget(before);
            while (!ended.isEmpty() && ended.getFirst().at().isBefore(before)) {
                poolOfThread.remove(ended.removeFirst().thread());
            }
        }
        process.forget(before);
        flight.ifPresent(recording -> recording.forget(before));
    }

    /** Mean holders of each pool and resource under load by kind of request; see {@link dev.headroom.probe.Probe#holders}. */
    public synchronized Map<String, Map<String, Double>> holders(
            Window loaded, Map<String, Window> alone, Map<String, String> after) {
        return new KindsAtWork(looks(), alone, after).holders(loaded);
    }

    public boolean isAlive() {
        return here.filter(ProcessId::isStill).isPresent();
    }

    public String mode() {
        return mode;
    }

    Jvm jvm() {
        return new Jvm(jvm.pid(), jvm.version(), jvm.vendor(), arguments);
    }

    PauseClock pauses() {
        return pauses;
    }

    OptionalInt processors() {
        return processors;
    }

    /** In order; of a long run not all of them. */
    List<Snapshot> looks() {
        return NearestDump.at(looks);
    }

    List<Instant> taken() {
        return taken;
    }

    Map<Long, String> poolOfThread() {
        return poolOfThread;
    }

    Optional<RecordingReader> flight() {
        return flight;
    }

    ProcessWatch process() {
        return process;
    }

    List<String> notes() {
        return Stream.concat(notes.stream(), leftBehind().stream()).toList();
    }

    public synchronized Optional<String> leftBehind() {
        return repository.flatMap(Repository::leftBehind);
    }

    @Override
    public void close() {
        process.close();
        flight.ifPresent(RecordingReader::close);
        mirror.ifPresent(Mirror::close);
    }
}
