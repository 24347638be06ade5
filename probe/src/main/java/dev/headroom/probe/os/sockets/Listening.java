package dev.headroom.probe.os.sockets;

import dev.headroom.probe.os.process.ProcFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The TCP ports on which a process of this machine listens. */
public final class Listening {

    private Listening() {}

    /**
     * Who listens on a port.
     *
     * @param user number of the one who opened the socket
     * @param pid of a process that holds it; empty where none that we may look into does
     */
    public record Listener(long user, OptionalLong pid) {}

    /** Empty where nobody of our network does. */
    public static Optional<Listener> on(int port) {
        return TcpRow.read(ProcessHandle.current().pid()).stream()
                .filter(row -> row.state() == TcpRow.LISTEN && row.localPort() == port)
                .findFirst()
                .map(row -> new Listener(row.user(), holder("socket:[" + row.inode() + "]")));
    }

    private static OptionalLong holder(String socket) {
        return ProcFiles.processes()
                .filter(pid -> ProcFiles.list("/proc/" + pid + "/fd").stream()
                        .anyMatch(descriptor -> ProcFiles.link(descriptor).equals(Optional.of(socket))))
                .findFirst();
    }

    /** Local ports of its connections to itself; none where nobody else calls it. */
    public static Set<Integer> itself(long pid) {
        OwnCalls calls = new OwnCalls();
        Sockets.read(pid).ifPresent(calls::look);
        return calls.itself();
    }

    /** In order; none where it listens on none, or where the kernel does not tell. */
    public static List<Integer> ports(long pid) {
        return Sockets.read(pid).map(Sockets::ports).orElse(Map.of()).keySet().stream()
                .sorted()
                .toList();
    }
}
