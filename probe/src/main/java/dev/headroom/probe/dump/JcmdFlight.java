package dev.headroom.probe.dump;

import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.recording.FlightSettings;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The same recording as the agent's, started by a command. Nobody in the JVM notices when Headroom is killed, so each recording ends by itself after a
 * minute and the next one begins before that. At its end it is written to nowhere: the JVM closes only recordings that are written.
 *
 * <p>Where the JVM runs out of file descriptors they end early, while there are still some for what an end opens. Once there are hardly any they are left to their
 * timers, which do the same within the minute: until then the service may have closed a file, and to end one at once would end the JVM now.
 */
final class JcmdFlight {

    private static final Duration LASTS = Duration.ofSeconds(60);

    /** The next one begins early, so that nothing is deleted before it was read. */
    private static final Duration RENEWED = Duration.ofSeconds(45);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final String NO_MEMORY = "OutOfMemoryError";
    private static final Pattern TEMPORARY = Pattern.compile("(?m)^java\\.io\\.tmpdir=(/.*)$");
    private static final Pattern REPOSITORY = Pattern.compile("(?m)^Repository path: (/.*)$");

    private static final Pattern CHUNK = Pattern.compile("(?m)^Max chunk size: (\\d{1,9}(?:\\.\\d{1,3})?) (\\w+)$");

    /** Of one recording, on disk: at most two files more, which recordings have in common. */
    private static final long MOST_BYTES = 64L << 20;

    /** By default a file has 12 MB; with two of this size all fits into {@link #ROOM_TO_GO_ON_BYTES}. */
    private static final long MOST_OF_A_FILE_MB = 32;

    /** A JVM whose flight recorder finds its disk full ends itself: two recordings at a time fit in, twice. */
    private static final long ROOM_TO_BEGIN_BYTES = 4 * MOST_BYTES;

    /** What both still may write within the minute in which nobody could end them. */
    private static final long ROOM_TO_GO_ON_BYTES = 2 * MOST_BYTES;

    private final Commands commands;
    private final RecorderRoom room;
    private final Receiver receiver;
    private final RecordingOwner ours = RecordingOwner.ours();
    private final String prefix = ours.prefix();
    private final Chain always = new Chain(FlightSettings.ALWAYS);
    private final Chain waits = new Chain(FlightSettings.WAITS);
    private volatile boolean wanted = true;
    private Path repository = Path.of("/tmp");
    private int started;
    private boolean failed;

    JcmdFlight(Commands commands, Optional<LinuxProcess> process, Receiver receiver) {
        this(commands, new RecorderRoom(process), receiver);
    }

    JcmdFlight(Commands commands, RecorderRoom room, Receiver receiver) {
        this.commands = commands;
        this.room = room;
        this.receiver = receiver;
    }

    /** @param on whether waits are recorded from the next look on */
    void waits(boolean on) {
        wanted = on;
    }

    /** Between two looks, for the JVM takes one command after the other. */
    void keep() {
        if (failed) {
            return;
        }
        boolean first = started == 0;
        try {
            room.checkDescriptors();
            if (first) {
                checkFirst();
            } else {
                room.check(repository, ROOM_TO_GO_ON_BYTES);
            }
            always.keep();
            if (wanted) {
                waits.keep();
            } else {
                waits.end(commands);
            }
            if (first) {
                repository = path(commands.text("JFR.configure"), REPOSITORY)
                        .orElseThrow(() -> new IOException("the JVM names no repository"));
                receiver.flight(repository);
            }
        } catch (IOException e) {
            failed = true;
            boolean ends = room.mayEnd();
            if (ends) {
                always.end(commands);
                waits.end(commands);
            }
            receiver.note("without a flight recording, so without holding times by a clock: " + e.getMessage()
                    + (ends || started == 0 ? "" : "; what was begun ends by itself within a minute"));
        }
    }

    /** Until there are memory and a file descriptor for it; a JVM that has no memory may lose the timer by which they end. */
    private void endAtLast(Commands last) {
        if (started == 0) {
            return;
        }
        long begin = System.nanoTime();
        while ((!room.mayEnd() || always.end(last) | waits.end(last))
                && System.nanoTime() - begin < PATIENCE.toNanos()) {
            LockSupport.parkNanos(AGAIN.toNanos());
        }
    }

    /** After the last look. A JVM that does not answer in time ends them by itself. */
    void end() throws InterruptedException {
        try (Commands last = commands.again()) {
            Thread.ofVirtual().start(() -> endAtLast(last)).join(PATIENCE);
        }
    }

    /**
     * A recorder that has not begun yet has no recordings, and names no folder: it will write into the temporary one. Memory comes first, for the first command that
     * speaks of it loads it.
     */
    private void checkFirst() throws IOException {
        room.checkMemory();
        String told = commands.text("JFR.configure");
        checkBounded(told);
        Optional<Path> folder = path(told, REPOSITORY);
        if (folder.isPresent()) {
            ours.abandoned(commands.text("JFR.check")).forEach(name -> stop(name, commands));
        } else {
            folder = path(commands.text("VM.system_properties"), TEMPORARY);
        }
        room.check(folder.orElse(repository), ROOM_TO_BEGIN_BYTES);
    }

    private static void checkBounded(String told) throws IOException {
        Matcher found = CHUNK.matcher(told);
        if (found.find() && !isBounded(Double.parseDouble(found.group(1)), found.group(2))) {
            throw new IOException("the JVM's flight recorder was told to write files of " + found.group(1) + " "
                    + found.group(2) + " (maxchunksize), and drops them whole, so that no recording is bounded");
        }
    }

    static boolean isBounded(double size, String unit) {
        return !unit.startsWith("G") && !unit.startsWith("T") && (!unit.startsWith("M") || size <= MOST_OF_A_FILE_MB);
    }

    private static Optional<Path> path(String told, Pattern path) throws IOException {
        Matcher found = path.matcher(told);
        try {
            return found.find() ? Optional.of(Path.of(found.group(1).strip())) : Optional.empty();
        } catch (InvalidPathException e) {
            throw new IOException("the JVM names a repository that is not a path: " + e.getMessage(), e);
        }
    }

    /** @return whether it is left for want of memory. If for anything else, there is none, or the JVM has ended, or ends it by itself */
    private static boolean stop(String recording, Commands through) {
        try {
            through.text("JFR.stop name=" + recording);
            return false;
        } catch (IOException e) {
            return lacksMemory(e);
        }
    }

    private static boolean lacksMemory(IOException e) {
        return String.valueOf(e.getMessage()).contains(NO_MEMORY);
    }

    private record Recording(String name, long begin) {

        boolean isOlderThan(Duration age) {
            return System.nanoTime() - begin > age.toNanos();
        }
    }

    /** Recordings of the same settings, each begun before the one before it ends. */
    private final class Chain {

        private final String settings;
        private final Deque<Recording> running = new ArrayDeque<>();
        private boolean answered;

        Chain(Map<String, String> settings) {
            // the plus adds a setting that a file of settings, of which there is none, does not have
            this.settings = settings.entrySet().stream()
                    .map(setting ->
                            " +" + setting.getKey() + "=" + setting.getValue().replace(" ", ""))
                    .collect(Collectors.joining());
        }

        void keep() throws IOException {
            running.removeIf(recording -> recording.isOlderThan(LASTS));
            if (running.isEmpty() || running.getLast().isOlderThan(RENEWED)) {
                Recording fresh = new Recording(prefix + started++, System.nanoTime());
                running.add(fresh); // a JVM that fails to answer may have begun it all the same
                start(fresh);
            }
        }

        /** A JVM that has answered before may only be late, once. */
        private void start(Recording fresh) throws IOException {
            boolean mayFail = answered;
            answered = false;
            try {
                commands.text("JFR.start name=" + fresh.name() + " settings=none disk=true filename=/dev/null duration="
                        + LASTS.toSeconds() + "s maxsize=" + MOST_BYTES + settings);
                answered = true;
            } catch (IOException e) {
                if (!mayFail || lacksMemory(e)) {
                    throw e;
                }
            }
        }

        /** @return whether it is of use to try again */
        boolean end(Commands through) {
            running.removeIf(recording -> recording.isOlderThan(LASTS) || !stop(recording.name(), through));
            return !running.isEmpty();
        }
    }
}
