package dev.headroom.probe.os.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a process can still write into a folder. Where that is kept in memory ({@code tmpfs}), the file system may name half of the machine's, and what counts is
 * how much of it the process may still take: the kernel ends a process of the container when that is full.
 *
 * @param bytes that can be written
 * @param ofMemory whether it is memory that bounds them
 */
public record FolderRoom(long bytes, boolean ofMemory) {

    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** Of these statfs tells no size. */
    private static final String UNBOUNDED = "ramfs";

    /**
     * @param folder as we reach it
     * @throws IOException where there is none
     */
    public static FolderRoom of(long pid, Path folder) throws IOException {
        long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
        String mounts = ProcFiles.text("/proc/" + pid + "/mountinfo").orElse("");
        return of(type(mounts, device), folder.toFile().getUsableSpace(), MemoryLeft.of(pid));
    }

    static FolderRoom of(String type, long usable, OptionalLong memory) {
        if (!IN_MEMORY.contains(type)) {
            return new FolderRoom(usable, false);
        }
        long most = type.equals(UNBOUNDED) ? Long.MAX_VALUE : usable;
        long left = memory.orElse(0);
        return left < most ? new FolderRoom(left, true) : new FolderRoom(most, false);
    }

    /** By the number of the file system, which is the same in all namespaces; empty where it is not mounted there. */
    static String type(String mounts, long device) {
        long major = device >> 8 & 0xfff | device >> 32 & ~0xfffL;
        long minor = device & 0xff | device >> 12 & 0xffffff00L;
        String number = major + ":" + minor;
        return mounts.lines()
                .map(line -> line.split(" "))
                .filter(fields -> fields.length > 2 && fields[2].equals(number))
                .map(FolderRoom::type)
                .findFirst()
                .orElse("");
    }

    /** After some fields of which nobody knows how many there are. */
    private static String type(String[] fields) {
        for (int i = 0; i < fields.length - 1; i++) {
            if (fields[i].equals("-")) {
                return fields[i + 1];
            }
        }
        return "";
    }

    /** Such as {@code 12 MB left in /tmp}. */
    public String words(Path folder) {
        return (bytes >> 20) + " MB "
                + (ofMemory ? "of memory left for " + folder + ", which is kept in memory" : "left in " + folder);
    }
}
