package dev.headroom.probe.os.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * File descriptors of a process.
 *
 * @param most how many it may have open
 */
public record Descriptors(long open, long most) {

    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files\\s+(\\d{1,18}|unlimited)");

    /** Empty where that may not be read. */
    public static Optional<Descriptors> of(long pid) {
        Path folder = Path.of("/proc/" + pid + "/fd");
        Matcher limit =
                OPEN_FILES.matcher(ProcFiles.text("/proc/" + pid + "/limits").orElse(""));
        if (!Files.isReadable(folder) || !limit.find()) {
            return Optional.empty();
        }
        long most = limit.group(1).startsWith("u") ? Long.MAX_VALUE : Long.parseLong(limit.group(1));
        return Optional.of(new Descriptors(count(folder), most));
    }

    /** From Linux 6.2 on the folder's size is their number; before, it is 0. */
    private static long count(Path folder) {
        try {
            long size = Files.size(folder);
            return size > 0 ? size : ProcFiles.list(folder.toString()).size();
        } catch (IOException e) {
            return 0; // it has ended
        }
    }

    public long free() {
        return Math.max(0, most - open);
    }
}
