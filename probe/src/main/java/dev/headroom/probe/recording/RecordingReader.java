package dev.headroom.probe.recording;

import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Follows the flight recording of another JVM by reading the files that it writes, about a second behind. The watched JVM
 * pays for writing an event and for nothing else.
 */
public final class RecordingReader implements AutoCloseable {

    /** About 50 MB of them. */
    private static final int MOST_WAITS = 1_000_000;

    private final EventStream stream;
    private final Coverage coverage;
    private final WaitSettings settings = new WaitSettings();
    private final List<TimedWait> waits = new ArrayList<>();
    private final List<TimedWait> pauses = new ArrayList<>();
    private final List<TimedWait> stalls = new ArrayList<>();
    private final Lines hot = new Lines();
    private final Lines allocating = new Lines();
    private final List<Handshake> handshakes = new ArrayList<>();
    private final List<Load> loads = new ArrayList<>();
    private final Peers peers = new Peers();
    private int mostWaits = MOST_WAITS;
    private Instant oldest = Instant.MAX;
    private Instant newest = Instant.EPOCH;
    private Instant seenUntil = Instant.EPOCH;

    private record Handshake(long endMicros, int port) {}

    private record Load(Instant at, double machine) {}

    private RecordingReader(EventStream stream, Consumer<Boolean> reads) {
        this.stream = stream;
        this.coverage = new Coverage(reads);
    }

    /**
     * @param repository where the watched JVM writes
     * @param reads told to turn the recording of socket reads off and on, so that it stays cheap
     */
    public static RecordingReader open(Path repository, Consumer<Boolean> reads) throws IOException {
        RecordingReader reader = new RecordingReader(EventStream.openRepository(repository), reads);
        reader.follow();
        return reader;
    }

    private void follow() {
        stream.setReuse(true);
        stream.setOrdered(false);
        stream.onMetadata(told -> told.getEventTypes().forEach(type -> settings.type(type.getId(), type.getName())));
        stream.onEvent(
                WaitSettings.EVENT,
                event -> settings.read(
                        micros(event), event.getLong("id"), event.getString("name"), event.getString("value")));
        stream.onEvent("jdk.SocketRead", event -> add(event, target(event)));
        stream.onEvent("jdk.ThreadSleep", event -> add(event, ""));
        stream.onEvent("jdk.GCPhasePause", event -> add(event, pauses));
        stream.onEvent("jdk.ZAllocationStall", event -> add(event, stalls));
        stream.onEvent("jdk.ExecutionSample", event -> hot.add(event, micros(event), 1));
        stream.onEvent(
                "jdk.ObjectAllocationSample", event -> allocating.add(event, micros(event), event.getLong("weight")));
        stream.onEvent("jdk.TLSHandshake", this::shake);
        stream.onEvent("jdk.CPULoad", this::load);
        stream.onFlush(this::flushed);
        stream.startAsync();
    }

    private synchronized void add(RecordedEvent event, List<TimedWait> to) {
        to.add(wait(event, ""));
    }

    private void add(RecordedEvent event, String target) {
        if (isOurs(event)) {
            return;
        }
        TimedWait wait = wait(event, target);
        synchronized (this) {
            first(event);
            waits.add(wait);
            if (waits.size() >= mostWaits) {
                thin(waits, coverage);
                mostWaits = Math.max(MOST_WAITS, waits.size() + MOST_WAITS / 8);
            }
        }
        coverage.count(event.getEndTime());
    }

    /** The agent's own: its listener reads Headroom's word every second. */
    private static boolean isOurs(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        return thread != null
                && thread.getJavaName() != null
                && thread.getJavaName().startsWith("headroom-");
    }

    /** Nothing that was recorded before will be asked for any more. */
    public void forget(Instant before) {
        long from = Coverage.micros(before);
        synchronized (this) {
            waits.removeIf(wait -> wait.endMicros() < from);
            pauses.removeIf(wait -> wait.endMicros() < from);
            stalls.removeIf(wait -> wait.endMicros() < from);
            handshakes.removeIf(one -> one.endMicros() < from);
            loads.removeIf(load -> load.at().isBefore(before));
        }
        hot.forget(from);
        allocating.forget(from);
        coverage.forget(from);
    }

    /** Of a long run: what was recorded in half of the time goes, where it is neither early (one user was alone then) nor recent. */
    static void thin(List<TimedWait> waits, Coverage coverage) {
        long from = waits.get(waits.size() / 4).endMicros();
        long eighth = (waits.get(waits.size() / 2).endMicros() - from) / 8;
        for (int part = 1; part < 8; part += 2) {
            coverage.leaveOut(from + part * eighth, from + (part + 1) * eighth);
        }
        // what was recorded last may be covered later, once it is known since when
        waits.removeIf(wait ->
                wait.endMicros() >= from && wait.endMicros() < from + 8 * eighth && !coverage.covers(wait.endMicros()));
    }

    private synchronized void shake(RecordedEvent event) {
        handshakes.add(new Handshake(micros(event), event.getInt("peerPort")));
    }

    private void load(RecordedEvent event) {
        synchronized (this) {
            first(event);
            loads.add(new Load(event.getEndTime(), event.getDouble("machineTotal")));
            newest = event.getEndTime();
        }
        coverage.tick(event.getEndTime());
    }

    /** The stream begins where the file ends when it comes to open that, some time after it was told to. */
    private void first(RecordedEvent event) {
        if (seenUntil.equals(Instant.EPOCH) && event.getEndTime().isBefore(oldest)) {
            oldest = event.getEndTime();
        }
    }

    /** All of a flush has been read; within one, events of different threads come in any order. */
    private synchronized void flushed() {
        if (seenUntil.equals(Instant.EPOCH) && newest.isAfter(seenUntil)) {
            coverage.begin(oldest.plusNanos(
                    1_000)); // the event itself told us where to begin: to count it would be one too many
        }
        settings.flushed(coverage::records);
        coverage.flushed();
        seenUntil = newest;
        notifyAll();
    }

    private static TimedWait wait(RecordedEvent event, String target) {
        RecordedThread thread = event.getThread();
        return new TimedWait(
                micros(event),
                event.getDuration().toNanos() / 1e9,
                thread == null ? -1 : thread.getJavaThreadId(),
                thread != null && thread.isVirtual(),
                target);
    }

    private String target(RecordedEvent event) {
        String host = event.getString("host");
        String address = event.getString("address");
        return peers.of(host == null ? "" : host, address == null ? "" : address, event.getInt("port"));
    }

    /** A downstream by the name under which its reads are known, where only its address is. */
    public String named(String target) {
        return peers.named(target);
    }

    /** TLS handshakes that ended well, by the port of the peer. */
    public synchronized Map<Integer, Long> handshakes(Window window) {
        return handshakes.stream()
                .filter(shake -> contains(window, shake.endMicros()))
                .collect(Collectors.groupingBy(Handshake::port, Collectors.counting()));
    }

    /** Waits until everything up to {@code end} has been read, at most {@code timeout}; false where it has not. */
    public synchronized boolean await(Instant end, Duration timeout) throws InterruptedException {
        long giveUp = System.nanoTime() + timeout.toNanos();
        while (seenUntil.isBefore(end)) {
            long left = (giveUp - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Waits that ended in the part of the window that was recorded. */
    public synchronized List<TimedWait> waits(Window window) {
        long read = Coverage.micros(seenUntil);
        return waits.stream()
                .filter(wait -> wait.endMicros() <= read
                        && contains(window, wait.endMicros())
                        && coverage.covers(wait.endMicros()))
                .toList();
    }

    /** Seconds of the window in which waits were recorded, as far as the recording has been read. */
    public synchronized double covered(Window window) {
        Instant end = window.end().isBefore(seenUntil) ? window.end() : seenUntil;
        Duration read = Duration.between(window.start(), end);
        return read.isNegative() ? 0 : coverage.seconds(new Window(window.start(), read));
    }

    private static long micros(RecordedEvent event) {
        return Coverage.micros(event.getEndTime());
    }

    /** Seconds for which threads waited for memory to be freed, added up over threads. */
    public synchronized double stallSeconds(Window window) {
        return seconds(stalls, window);
    }

    private static double seconds(List<TimedWait> waits, Window window) {
        return waits.stream()
                .filter(wait -> contains(window, wait.endMicros()))
                .mapToDouble(TimedWait::seconds)
                .sum();
    }

    /** The application's lines that use the processor, with their shares of all samples. */
    public List<CallSite> hot(Window window) {
        return hot.within(micros -> contains(window, micros));
    }

    /** The application's lines that allocate, with their shares of the bytes. */
    public List<CallSite> allocating(Window window) {
        return allocating.within(micros -> contains(window, micros));
    }

    /** Seconds of the window that collection pauses took. */
    public synchronized double pauseSeconds(Window window) {
        return seconds(pauses, window);
    }

    /** Mean load of the whole machine in the window, 0 to 1. */
    public synchronized OptionalDouble machineLoad(Window window) {
        return loads.stream()
                .filter(load -> window.holds(load.at()))
                .mapToDouble(Load::machine)
                .average();
    }

    private static boolean contains(Window window, long micros) {
        Instant end = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        return !end.isBefore(window.start()) && end.isBefore(window.end());
    }

    @Override
    public void close() {
        stream.close();
    }
}
