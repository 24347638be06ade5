package dev.headroom.probe.os;

import java.util.List;
import java.util.Map;

/** The TCP ports on which a process of this machine listens. */
public final class Listening {

    private Listening() {}

    /** In order; none where it listens on none, or where the kernel does not tell. */
    public static List<Integer> ports(long pid) {
        return Sockets.read(pid).map(Sockets::ports).orElse(Map.of()).keySet().stream()
                .sorted()
                .toList();
    }
}
