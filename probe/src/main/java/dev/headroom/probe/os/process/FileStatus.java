package dev.headroom.probe.os.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * What kind of file it is, whose, and who is let in (stat(2)).
 *
 * @param size bytes; 0 of one that the kernel makes up while it is read
 */
public record FileStatus(int mode, long user, long group, long size) {

    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;
    private static final int REGULAR = 0100000;
    private static final int NAMED_PIPE = 0010000;
    private static final int RIGHTS = 0777;

    /** @throws IOException where there is none, or it may not be seen */
    public static FileStatus of(Path file, LinkOption... links) throws IOException {
        Map<String, Object> found = Files.readAttributes(file, "unix:mode,uid,gid,size", links);
        return new FileStatus(
                (int) number(found, "mode"),
                number(found, "uid") & 0xffffffffL,
                number(found, "gid") & 0xffffffffL,
                number(found, "size"));
    }

    private static long number(Map<String, Object> found, String name) {
        return ((Number) Objects.requireNonNull(found.get(name))).longValue();
    }

    public boolean isSocket() {
        return (mode & TYPE) == SOCKET;
    }

    public boolean isRegular() {
        return (mode & TYPE) == REGULAR;
    }

    public boolean isNamedPipe() {
        return (mode & TYPE) == NAMED_PIPE;
    }

    public int rights() {
        return mode & RIGHTS;
    }
}
