package dev.headroom.cli.safety;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Cuts the Unix-domain connections of a process, which goes on: with the kernel's copy of its descriptors. Linux, root or the same user. */
final class Cut {

    private static final int PIDFD_OPEN = 434;
    private static final int PIDFD_GETFD = 438;
    private static final int CONNECTED = 3;
    private static final int BOTH_WAYS = 2;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle SYSCALL = LINKER.downcallHandle(
            LINKER.defaultLookup().find("syscall").orElseThrow(),
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    private static final MethodHandle SHUTDOWN = LINKER.downcallHandle(
            LINKER.defaultLookup().find("shutdown").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    private static final MethodHandle CLOSE = LINKER.downcallHandle(
            LINKER.defaultLookup().find("close").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private Cut() {}

    /** How many connections it had; none where it has ended meanwhile. */
    static int connectionsOf(long pid) throws IOException {
        try {
            return cut(pid);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static int cut(long pid) throws IOException {
        Set<String> connected;
        try (Stream<String> sockets = Files.lines(Path.of("/proc/" + pid + "/net/unix"))) {
            connected = sockets.map(line -> line.strip().split(" +", -1))
                    .filter(cells -> cells.length > 6 && cells[5].equals("0" + CONNECTED))
                    .map(cells -> "socket:[" + cells[6] + "]")
                    .collect(Collectors.toSet());
        }
        List<Integer> found;
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            found = open.filter(one -> connected.contains(target(one)))
                    .map(one -> Integer.valueOf(one.getFileName().toString()))
                    .toList();
        }
        try {
            long process = (long) SYSCALL.invokeExact((long) PIDFD_OPEN, pid, 0L, 0L);
            for (int one : found) {
                int copy = (int) (long) SYSCALL.invokeExact((long) PIDFD_GETFD, process, (long) one, 0L);
                int shut = (int) SHUTDOWN.invokeExact(copy, BOTH_WAYS);
                int closed = (int) CLOSE.invokeExact(copy);
                if (copy < 0 || shut < 0 || closed < 0) {
                    throw new IOException("descriptor " + one + " of " + pid + " was not cut");
                }
            }
            int closed = (int) CLOSE.invokeExact((int) process);
            return closed < 0 ? 0 : found.size();
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }
}
