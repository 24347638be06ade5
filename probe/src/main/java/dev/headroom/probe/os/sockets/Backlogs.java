package dev.headroom.probe.os.sockets;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How many connections each listening socket of this machine lets wait: the kernel tells it by netlink only, not in {@code /proc}. */
final class Backlogs {

    private Backlogs() {}

    /** By port; none where the kernel does not tell. */
    static Map<Integer, Integer> read() {
        Map<Integer, Integer> byPort = new HashMap<>();
        Optional<SockDiag> open = SockDiag.open();
        if (open.isEmpty()) {
            return byPort;
        }
        try (SockDiag diag = open.get()) {
            diag.ask(0, 0, 1 << TcpRow.LISTEN, one -> byPort.merge(one.localPort(), one.backlog(), Math::max));
        } catch (IOException e) {
            return Map.of(); // the report then leaves the bound out
        }
        return byPort;
    }
}
