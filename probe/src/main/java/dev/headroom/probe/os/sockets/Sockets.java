package dev.headroom.probe.os.sockets;

import dev.headroom.probe.os.process.ProcFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The TCP sockets of one process at one instant, from {@code /proc/<pid>/net/tcp} and the inodes of its descriptors.
 *
 * @param ports on which it listens
 * @param outbound connections that it opened and holds
 * @param inbound connections that it accepted: their local port is one that it listens on
 * @param left closed connections of the whole machine that the kernel remembers, without those to {@code ports}
 * @param shared of its ports, those on which other processes listen as well
 */
public record Sockets(
        Map<Integer, Port> ports, List<TcpRow> outbound, List<TcpRow> inbound, List<TcpRow> left, Set<Integer> shared) {

    /**
     * A port on which the process listens.
     *
     * @param acceptQueue connections that the process has not accepted yet
     * @param established accepted connections
     * @param unread of the accepted ones, those with bytes that no one has read
     */
    record Port(int acceptQueue, int established, int unread) {
        static final Port NONE = new Port(0, 0, 0);
    }

    /** Empty where the process has no socket, or the kernel does not tell. */
    static Optional<Sockets> read(long pid) {
        List<TcpRow> rows = TcpRow.read(pid);
        Set<String> own = new HashSet<>();
        for (Path descriptor : rows.isEmpty() ? List.<Path>of() : ProcFiles.list("/proc/" + pid + "/fd")) {
            ProcFiles.link(descriptor)
                    .filter(link -> link.startsWith("socket:["))
                    .ifPresent(link -> own.add(link.substring("socket:[".length(), link.length() - 1)));
        }
        return own.isEmpty() ? Optional.empty() : Optional.of(of(rows, own));
    }

    /** @param own inodes of the process */
    static Sockets of(List<TcpRow> rows, Set<String> own) {
        Map<Integer, Integer> queues = new HashMap<>();
        Set<Integer> shared = new HashSet<>();
        rows.stream().filter(row -> row.state() == TcpRow.LISTEN).forEach(row -> {
            if (own.contains(row.inode())) {
                queues.merge(row.localPort(), (int) row.received(), Integer::sum);
            } else {
                shared.add(row.localPort());
            }
        });
        shared.retainAll(queues.keySet());
        List<TcpRow> outbound = new ArrayList<>();
        List<TcpRow> inbound = new ArrayList<>();
        List<TcpRow> left = new ArrayList<>();
        for (TcpRow row : rows) {
            boolean served = queues.containsKey(row.localPort());
            if (row.state() == TcpRow.TIME_WAIT) {
                if (!served && !queues.containsKey(TcpRow.port(row.remote()))) {
                    left.add(row);
                }
            } else if (row.state() != TcpRow.LISTEN && own.contains(row.inode())) {
                (served ? inbound : outbound).add(row);
            }
        }
        Map<Integer, Port> ports = new HashMap<>();
        queues.forEach((port, queue) -> ports.put(port, port(port, queue, inbound)));
        return new Sockets(ports, outbound, inbound, left, shared);
    }

    private static Port port(int port, int queue, List<TcpRow> inbound) {
        int established = 0;
        int unread = 0;
        for (TcpRow row : inbound) {
            if (row.localPort() == port && (row.state() == TcpRow.ESTABLISHED || row.state() == TcpRow.CLOSE_WAIT)) {
                established += row.state() == TcpRow.ESTABLISHED ? 1 : 0;
                unread += row.received() > 0 ? 1 : 0;
            }
        }
        return new Port(queue, established, unread);
    }
}
