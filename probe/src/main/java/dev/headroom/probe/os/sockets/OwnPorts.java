package dev.headroom.probe.os.sockets;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Ports of JMX between Headroom and what it watches: no downstream of the watched JVM, and none of its service. */
public final class OwnPorts {

    private static final Set<Integer> PORTS = ConcurrentHashMap.newKeySet();

    private OwnPorts() {}

    public static void add(int port) {
        PORTS.add(port);
    }

    /** Remote ports to which this process has connections. */
    public static Set<Integer> called() {
        return Sockets.read(ProcessHandle.current().pid()).stream()
                .flatMap(sockets -> sockets.outbound().stream())
                .map(row -> TcpRow.port(row.remote()))
                .collect(Collectors.toSet());
    }

    static boolean has(int port) {
        return PORTS.contains(port);
    }
}
