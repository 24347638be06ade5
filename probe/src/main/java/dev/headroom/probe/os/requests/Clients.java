package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.Listening;
import dev.headroom.probe.os.sockets.SockDiag;
import dev.headroom.probe.os.sockets.TcpCounters.Turn;
import dev.headroom.probe.os.sockets.TcpRow;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who is connected to a process at this moment, by the ports of their ends. Of clients of two machines with one port neither is told, and the process itself is none of its clients.
 *
 * @param connected all of them
 * @param inFlight those whose request was not answered yet; who was answered and asked within one tick of the kernel's clock most likely asked again
 */
public record Clients(Set<Integer> connected, Set<Integer> inFlight) {

    public Clients {
        connected = Set.copyOf(connected);
        inFlight = Set.copyOf(inFlight);
    }

    /** @throws IOException where the kernel does not tell */
    public static Clients of(long pid) throws IOException {
        Map<Integer, Turn> turns = new HashMap<>();
        Set<Integer> twice = new HashSet<>();
        try (SockDiag diag = SockDiag.open()
                .orElseThrow(() -> new IOException("the kernel does not tell which requests are in flight"))) {
            for (int port : Listening.ports(pid)) {
                diag.ask(port, 0, TcpRow.IN_USE, one -> {
                    if (turns.put(one.remotePort(), one.turn()) != null) {
                        twice.add(one.remotePort());
                    }
                });
            }
        }
        turns.keySet().removeAll(twice);
        turns.keySet().removeAll(Listening.itself(pid));
        return new Clients(
                turns.keySet(),
                turns.entrySet().stream()
                        .filter(one -> one.getValue() != Turn.IDLE)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()));
    }
}
