package dev.headroom.probe.jvm;

import dev.headroom.probe.os.process.ProcFiles;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file in which one HotSpot counts, read as often as one likes: it is searched for once. It is the one that the JVM has mapped. Its name and owner alone may be
 * another JVM's, where containers share their {@code /tmp}, or of one that ended.
 */
public final class CounterFile {

    /**
     * A line of {@code maps}: addresses, rights, offset, device, inode and path. The device is not compared: where a file system lies over others, as in a container,
     * it is another.
     */
    private static final Pattern MAPPED =
            Pattern.compile("\\S+ \\S+ \\S+ \\S+ (\\d{1,18}) +.*(/hsperfdata_[^/]+/)(\\d{1,9})");

    private final LinuxProcess process;
    private final Optional<Found> file;

    private record Found(String path, long inode) {}

    public CounterFile(LinuxProcess process) {
        this.process = process;
        file = find();
    }

    /** What it holds now; nothing where the JVM keeps none that can be read. */
    public HotSpotCounters read() {
        return new HotSpotCounters(
                file.flatMap(this::content).map(PerfData::parse).orElse(Map.of()));
    }

    private Optional<byte[]> content(Found found) {
        return process.ownContent(found.path(), PerfData.LONGEST, found.inode());
    }

    private Optional<Found> find() {
        return ProcFiles.line(
                        "/proc/" + process.pid() + "/maps",
                        line -> line.endsWith("/" + process.pidInside())
                                && MAPPED.matcher(line).matches())
                .map(MAPPED::matcher)
                .filter(Matcher::matches)
                .map(line -> new Found(
                        "/tmp" + LinuxProcess.utf8(line.group(2)) + line.group(3), Long.parseLong(line.group(1))));
    }
}
