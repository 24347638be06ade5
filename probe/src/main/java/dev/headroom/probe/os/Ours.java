package dev.headroom.probe.os;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ports on which Headroom itself is called by its agents: no downstream of the watched JVM. */
public final class Ours {

    private static final Set<Integer> PORTS = ConcurrentHashMap.newKeySet();

    private Ours() {}

    public static void add(int port) {
        PORTS.add(port);
    }

    static boolean has(int port) {
        return PORTS.contains(port);
    }
}
