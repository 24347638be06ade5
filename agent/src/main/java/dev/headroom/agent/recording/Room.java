package dev.headroom.agent.recording;

import dev.headroom.agent.jvm.MemoryLeft;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is free where the flight recorder writes. A JVM whose recorder finds its disk full ends itself ({@code JfrJavaSupport::abort}), so nothing is recorded where
 * there is little room, and no more once others have taken it.
 */
final class Room {

    /** A recording takes {@link FlightRecording#MOST_BYTES} at most, and two files more: four times that. */
    private static final long TO_BEGIN_BYTES = 4 * FlightRecording.MOST_BYTES;

    /** What is written between two looks, and whatever others write meanwhile. */
    private static final long TO_GO_ON_BYTES = TO_BEGIN_BYTES / 2;

    private static final String REPOSITORY = "repository=";
    private static final String CHUNK = "maxchunksize=";

    /**
     * A recorder begins a new file at 12 MB unless it was told otherwise, and drops old ones whole: of a recording there are on disk what it keeps and two files
     * more. So large may these be for all that to fit into {@link #TO_GO_ON_BYTES}.
     */
    static final long MOST_OF_A_FILE = FlightRecording.MOST_BYTES / 2;

    /** It begins a new one a little late. */
    private static final long LARGEST_FILE = MOST_OF_A_FILE + MOST_OF_A_FILE / 4;

    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** By path: to find out all mounts are read. */
    private static final Map<String, Boolean> KEPT_IN_MEMORY = new ConcurrentHashMap<>();

    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kKmMgG]?)");

    private Room() {}

    /**
     * The folder in which a recorder will write.
     *
     * @param repository where it writes already, as it says itself; null where it has not begun yet
     */
    static File folder(@Nullable String repository, List<String> arguments) {
        return new File(
                repository != null
                        ? repository
                        : option(arguments, REPOSITORY).orElse(System.getProperty("java.io.tmpdir")));
    }

    /** Whether the files of a recorder that was given these arguments are so small that the size of a recording bounds it. */
    static boolean isBounded(List<String> arguments) {
        return option(arguments, CHUNK)
                .map(size -> bytes(size) <= MOST_OF_A_FILE)
                .orElse(true);
    }

    /**
     * Whether that is so of what is there: a recorder can be told to write larger ones while it runs.
     *
     * @param since when the recording began, ms: others may have left larger ones
     */
    static boolean isBounded(File folder, long since) {
        File[] files = folder.listFiles();
        for (File file : files == null ? new File[0] : files) {
            if (file.length() > LARGEST_FILE && file.lastModified() > since) {
                return false;
            }
        }
        return true;
    }

    private static long bytes(String size) {
        Matcher found = SIZE.matcher(size);
        if (!found.matches()) {
            return Long.MAX_VALUE;
        }
        String unit = found.group(2);
        int power = unit.isEmpty() ? 0 : "kmg".indexOf(unit.toLowerCase(Locale.ROOT)) + 1;
        return Long.parseLong(found.group(1)) << 10 * power;
    }

    private static Optional<String> option(List<String> arguments, String name) {
        return arguments.stream()
                .filter(argument -> argument.startsWith("-XX:FlightRecorderOptions") && argument.contains(name))
                .map(argument -> argument.substring(argument.indexOf(name) + name.length())
                        .split(",", 2)[0])
                .findFirst();
    }

    /** Why no recording may begin with files in that folder; empty where one may. */
    static Optional<String> lacksToBegin(File folder) {
        File there = folder.getAbsoluteFile();
        while (there != null && !there.exists()) {
            there = there.getParentFile(); // the recorder makes it
        }
        return lacks(there == null ? folder : there, TO_BEGIN_BYTES, MemoryLeft::now);
    }

    /**
     * The same of one that runs.
     *
     * @param memory that is left to this JVM, asked where the folder is kept there
     */
    static Optional<String> lacksToGoOn(File folder, Supplier<OptionalLong> memory) {
        return lacks(folder, TO_GO_ON_BYTES, memory);
    }

    static Optional<String> lacks(File folder, long needed, Supplier<OptionalLong> memory) {
        if (folder.exists() && !folder.canWrite()) {
            return Optional.of("its flight recorder cannot write to " + folder
                    + ", and a JVM ends itself when it needs a file there");
        }
        boolean inMemory = KEPT_IN_MEMORY.computeIfAbsent(folder.getPath(), path -> isInMemory(folder));
        boolean unbounded = inMemory && folder.getTotalSpace() == 0; // ramfs tells none
        long disk = unbounded ? Long.MAX_VALUE : folder.getUsableSpace();
        long room = inMemory ? Math.min(disk, memory.get().orElse(0)) : disk;
        return room >= needed
                ? Optional.empty()
                : Optional.of("its flight recorder has only " + (room >> 20)
                        + (room < disk
                                ? " MB of memory left for " + folder + ", which is kept in memory,"
                                : " MB left in " + folder + ",")
                        + " and a JVM ends itself when that is full");
    }

    /** Such a file system may name half of the machine's memory, and the kernel ends a process of the container when that of the container is full. */
    static boolean isInMemory(File folder) {
        try {
            return IN_MEMORY.contains(Files.getFileStore(folder.toPath()).type());
        } catch (IOException | RuntimeException e) {
            return false; // there is none, so nothing is free there either
        }
    }
}
