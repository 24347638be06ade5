package dev.headroom.probe.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A JVM in a process, mount and network namespace of its own, with a root that cannot be written and a {@code /tmp} that can, as a container has them. */
public final class Spaces {

    private static final String READ_ONLY =
            "ip link set lo up && mount --bind / / && mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp && exec \"$@\"";

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
        if (!hasNobody()) {
            return Optional.empty();
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> jvm = List.of("-cp", Jvms.compiled(program, folder).toString(), program.getName());
        Process process = Jvms.start(NOBODY, Jvms.current(), jvm, arguments);
        // what a JVM of ours that had this number and was killed has left, it may not delete
        Files.deleteIfExists(Path.of("/tmp/.java_pid" + process.pid()));
        return Optional.of(process);
    }

    /** Whether we may run a JVM as another user. */
    public static boolean hasNobody() throws InterruptedException {
        try {
            return asNobody("-version").waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no setpriv
        }
    }

    /** Runs {@code java} as another user; what it says on both outputs is at its output. */
    public static Process asNobody(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(NOBODY);
        command.add(Jvms.current().resolve("bin/java").toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** The JVM itself. */
    public static long pid(Process unshare) {
        return unshare.children().findFirst().orElseThrow().pid();
    }
}
