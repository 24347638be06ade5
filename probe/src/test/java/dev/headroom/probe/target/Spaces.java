package dev.headroom.probe.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A JVM in a process, mount and network namespace of its own, with a root that cannot be written and a {@code /tmp} that can, as a container has them. */
public final class Spaces {

    private static final String READ_ONLY =
            "ip link set lo up; mount --bind / / && mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp && exec \"$@\"";

    private static final List<String> UNSHARE =
            List.of("unshare", "-p", "-m", "-n", "-f", "--kill-child", "--mount-proc", "sh", "-c", READ_ONLY, "sh");

    private static final List<String> NOBODY =
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups");

    private Spaces() {}

    /** Whether this user may make namespaces. */
    public static boolean allowed() throws InterruptedException {
        List<String> command = new ArrayList<>(UNSHARE);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no unshare
        }
    }

    /** Starts a program of this folder there; the process is that of {@code unshare}, which ends with it. */
    public static Process start(Class<?> program, Path home, List<String> jvm, String... arguments) throws IOException {
        return Jvms.start(UNSHARE, program, home, jvm, arguments);
    }

    /**
     * Starts one as another user, from a copy that this one can read.
     *
     * @return empty where we may not do that
     */
    public static Optional<Process> startAsNobody(Class<?> program, Path folder, String... arguments)
            throws IOException, InterruptedException {
        Path home = Jvms.current();
        try {
            if (new ProcessBuilder(command(NOBODY, home.resolve("bin/java").toString(), "-version"))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    != 0) {
                return Optional.empty();
            }
        } catch (IOException e) {
            return Optional.empty(); // there is no setpriv
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> jvm = List.of("-cp", Jvms.compiled(program, folder).toString(), program.getName());
        return Optional.of(Jvms.start(NOBODY, home, jvm, arguments));
    }

    private static List<String> command(List<String> prefix, String... rest) {
        return Stream.concat(prefix.stream(), Stream.of(rest)).toList();
    }

    /** The JVM itself. */
    public static long pid(Process unshare) {
        return unshare.children().findFirst().orElseThrow().pid();
    }
}
