package dev.headroom.probe.recording;

import dev.headroom.probe.os.sockets.Targets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Who is at the other end of the sockets that were read: downstreams, and clients with a port for each connection. */
final class Peers {

    /** Of each, before all are forgotten: those that are read again come back. */
    static final int MOST = 10_000;

    private final Map<String, String> targets = new ConcurrentHashMap<>();
    private final Map<String, String> names = new ConcurrentHashMap<>();

    /**
     * One text for millions of waits.
     *
     * @param host empty where only the address is known
     */
    String of(String host, String address, int port) {
        String fresh = Targets.of(host, address, port);
        String target = keep(targets, fresh, fresh);
        String unnamed = Targets.of("", address, port);
        if (!address.isEmpty() && !unnamed.equals(target)) {
            keep(names, unnamed, target);
        }
        return target;
    }

    private static String keep(Map<String, String> texts, String text, String as) {
        String known = texts.get(text);
        if (known != null) {
            return known;
        }
        if (texts.size() >= MOST) {
            texts.clear();
        }
        texts.put(text, as);
        return as;
    }

    /** A target by its name, where only its address is told. */
    String named(String target) {
        return names.getOrDefault(target, target);
    }

    int kept() {
        return Math.max(targets.size(), names.size());
    }
}
