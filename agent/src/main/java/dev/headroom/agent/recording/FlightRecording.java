package dev.headroom.agent.recording;

import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Memory;
import dev.headroom.agent.jvm.MemoryLeft;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * A flight recording of what a clock has to tell: socket reads and sleeps, TLS handshakes, collection pauses, processor load. It only
 * writes to the JVM's repository on disk; Headroom reads the files from its own process, so that parsing costs the
 * watched JVM nothing. Without stack traces: they make an event dearer, and the thread's pool is known anyway.
 */
public final class FlightRecording implements AutoCloseable {

    /** Waits shorter than this are no wait for a downstream that could hold a pool; they are many. */
    private static final Duration SHORTEST = Duration.ofMillis(5);

    /** Of lines that use the processor the first few are wanted, not a profile: 10 looks a second tell a tenth within a minute. */
    private static final Duration SAMPLED = Duration.ofMillis(100);

    /**
     * Of socket reads, which JDK 25 throttles to 100/s unless told otherwise: higher than anybody's. Where another recording has a rate, "off" loses to it, and the
     * reads would be a sample. Older ones ignore the setting.
     */
    private static final String ALL = "1000000000/s";

    private static final Duration KEPT = Duration.ofMinutes(2);

    /** Who reads a recording keeps the stacks of a whole file of it, and one of few events lasts for hours. */
    private static final long FILE_NANOS = Duration.ofMinutes(2).toNanos();

    private static final long AGAIN_NANOS = Duration.ofMillis(200).toNanos();

    /** On disk: at most two files more. */
    static final long MOST_BYTES = 64L << 20;

    private static final long MEASURED_NANOS = Duration.ofSeconds(1).toNanos();

    /** The property by which the recorder tells where it writes; it goes with it where that is changed. */
    private static final String REPOSITORY = "jdk.jfr.repository";

    private static final String UNBOUNDED = "its flight recorder was told to write files of more than "
            + (Room.MOST_OF_A_FILE >> 20) + " MB (maxchunksize), so that no recording is bounded";

    /** For others to close a file, before the last look is over. */
    private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

    /** Null where there is none. */
    private final @Nullable Recording recording;

    private final Supplier<Descriptors> descriptors;
    private final long began = System.currentTimeMillis();
    private boolean reads = true;
    private long file = System.nanoTime();
    private long measured = System.nanoTime();

    private OptionalLong memory = OptionalLong.empty();
    private long asked;

    /** It has to end, and records nothing until it can. */
    private boolean silent;

    private FlightRecording(@Nullable Recording recording, Supplier<Descriptors> descriptors) {
        this.recording = recording;
        this.descriptors = descriptors;
    }

    /** Starts it and says where its files are, or why there are none. */
    public static FlightRecording start(DataOutputStream out) throws IOException {
        return start(out, new Descriptors.Meter());
    }

    /** @param descriptors as they are now, or were a moment ago */
    static FlightRecording start(DataOutputStream out, Supplier<Descriptors> descriptors) throws IOException {
        List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (!Room.isBounded(arguments)) {
            return none(out, UNBOUNDED);
        }
        File folder = Room.folder(System.getProperty(REPOSITORY), arguments);
        Optional<String> lack = Room.lacksToBegin(folder);
        if (lack.isPresent()) {
            return none(out, lack.get());
        }
        Descriptors now = descriptors.get();
        if (!now.areEnough()) {
            return none(out, now.words());
        }
        try {
            Recording recording = new Recording();
            return start(new FlightRecording(recording, descriptors), recording, out);
        } catch (RuntimeException | LinkageError e) {
            return none(out, "this JVM has no flight recorder (" + e + ")");
        }
    }

    /** Where Headroom or the memory is gone meanwhile, nothing goes on recording. */
    private static FlightRecording start(FlightRecording flight, Recording recording, DataOutputStream out)
            throws IOException {
        boolean kept = false;
        try {
            begin(recording);
            // known once a recording has begun
            String repository = System.getProperty(REPOSITORY);
            if (repository == null) {
                return none(out, "this JVM names no flight recorder repository");
            }
            Optional<String> lack = Room.lacksToBegin(new File(repository));
            if (lack.isPresent()) { // it may have been told another one while the JVM ran
                return none(out, lack.get());
            }
            out.writeByte(Wire.FLIGHT);
            out.writeUTF(repository);
            out.flush();
            kept = true;
            return flight;
        } finally {
            if (!kept) {
                flight.close();
            }
        }
    }

    private static FlightRecording none(DataOutputStream out, String why) throws IOException {
        Wire.note(out, why + ": no holding times by a clock");
        return new FlightRecording(null, () -> Descriptors.NONE);
    }

    /**
     * With each look: ends it where others have taken the room, or the recorder was told to write larger files. It ends while there are still some file descriptors,
     * for it may need one; where there are hardly any it records nothing more, which needs none, and ends when there are.
     */
    public void watchRoom(DataOutputStream out) throws IOException {
        if (!isRunning()) {
            return;
        }
        if (!silent) {
            Optional<String> lack = lack(new File(System.getProperty(REPOSITORY, "")), descriptors.get());
            if (lack.isEmpty()) {
                return;
            }
            Wire.note(out, lack.get() + ": no holding times by a clock from here on");
        }
        if (mayEnd()) {
            end(recording);
        } else {
            silence();
        }
    }

    private Optional<String> lack(File folder, Descriptors now) {
        Optional<String> room = Room.lacksToGoOn(folder, this::memory);
        if (room.isPresent()) {
            return room;
        }
        if (!now.areEnough()) {
            return Optional.of(now.words());
        }
        return isBounded(folder) ? Optional.empty() : Optional.of(UNBOUNDED);
    }

    /** The recorder needs no file for the last recording to end, and begins a new one where others still write to the disk. */
    private boolean mayEnd() {
        return descriptors.get().areEnoughToEnd() || !othersWrite();
    }

    private boolean othersWrite() {
        for (Recording one : FlightRecorder.getFlightRecorder().getRecordings()) {
            boolean own = recording != null && one.getId() == recording.getId();
            if (!own && one.getState() == RecordingState.RUNNING && one.isToDisk()) {
                return true;
            }
        }
        return false;
    }

    /** The JVM begins no file for that. */
    private void silence() {
        if (!silent && recording != null) {
            recording.setSettings(Map.of());
            silent = true;
        }
    }

    /** Asked now and then: the kernel adds it up over all that its groups hold. */
    private OptionalLong memory() {
        if (asked == 0 || System.nanoTime() - asked > MEASURED_NANOS) {
            memory = MemoryLeft.now();
            asked = System.nanoTime();
        }
        return memory;
    }

    /** Looked at now and then: it takes seconds to write so much. */
    private boolean isBounded(File folder) {
        if (System.nanoTime() - measured < MEASURED_NANOS) {
            return true;
        }
        measured = System.nanoTime();
        return Room.isBounded(folder, began);
    }

    /** By its name others know it for ours. */
    private static void bound(Recording recording) {
        recording.setName("headroom");
        recording.setToDisk(true);
        recording.setMaxAge(KEPT);
        recording.setMaxSize(MOST_BYTES);
    }

    private static void begin(Recording recording) {
        bound(recording);
        recording.enable("jdk.GCPhasePause").withoutThreshold().withoutStackTrace();
        recording.enable("jdk.CPULoad").withPeriod(Duration.ofSeconds(1));
        recording.enable("jdk.ActiveSetting"); // tells when reads and sleeps are recorded again
        // one event for each connection: rare where connections are kept, and what is looked for where they are not
        recording.enable("jdk.TLSHandshake").withoutStackTrace();
        recording.enable("jdk.ZAllocationStall").withoutThreshold().withoutStackTrace();
        recording.enable("jdk.ExecutionSample").withPeriod(SAMPLED);
        recording.enable("jdk.ObjectAllocationSample").with("throttle", "20/s").withStackTrace();
        read(recording);
        recording.start();
    }

    /** Whether reads and sleeps are recorded from now on. */
    public void reads(boolean on) {
        if (on != reads && recording != null && isRunning() && !silent) {
            reads = on;
            if (on) {
                read(recording);
            } else {
                rest(recording);
            }
        }
    }

    /** Now and then; the JVM begins a new file with each recording, and with its end. */
    public void renew() {
        renew(System.nanoTime());
    }

    void renew(long now) {
        if (isRunning()
                && now - file > FILE_NANOS
                && Memory.isEnough()
                && descriptors.get().areEnough()) {
            file = now;
            Recording other = new Recording();
            try {
                bound(other);
                other.start();
            } finally {
                end(other);
            }
        }
    }

    public boolean isRunning() {
        return recording != null && recording.getState() == RecordingState.RUNNING;
    }

    private static void read(Recording recording) {
        recording
                .enable("jdk.SocketRead")
                .withThreshold(SHORTEST)
                .withoutStackTrace()
                .with("throttle", ALL);
        recording.enable("jdk.ThreadSleep").withThreshold(SHORTEST).withoutStackTrace();
    }

    private static void rest(Recording recording) {
        recording.disable("jdk.SocketRead");
        recording.disable("jdk.ThreadSleep");
    }

    /**
     * Once there is memory for that: nobody else would end it. Where others record and leave no file descriptor for that, it stays, and records nothing. No lambda is on
     * this way, for to link one takes memory.
     */
    @Override
    public void close() {
        long begin = System.nanoTime();
        boolean ended = false;
        while (!ended) {
            try {
                ended = mayGo(System.nanoTime() - begin > LONGEST_NANOS);
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
    }

    /** Whether it has ended, or nobody waits for that any more. */
    private boolean mayGo(boolean late) {
        if (!isRunning() || mayEnd()) {
            end(recording);
            return true;
        }
        silence();
        if (late) {
            Log.say("a flight recording that records nothing stays: the JVM has no file descriptor left to end it");
            return true;
        }
        LockSupport.parkNanos(AGAIN_NANOS);
        return false;
    }

    private static void end(@Nullable Recording recording) {
        boolean ended = false;
        while (!ended && recording != null) {
            try {
                Memory.await();
                recording.close();
                ended = true;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
    }
}
