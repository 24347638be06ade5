package dev.headroom.fanout;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Runs what others have to say about a call. What that throws does not reach the call, but the log: each kind once. */
final class Listeners {
    private static final Logger LOG = System.getLogger("dev.headroom.fanout");

    private final String downstream;
    private final List<DownstreamListener> listeners;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Listeners(String downstream, List<DownstreamListener> listeners) {
        this.downstream = downstream;
        this.listeners = List.copyOf(listeners);
    }

    boolean isEmpty() {
        return listeners.isEmpty();
    }

    void tell(Consumer<DownstreamListener> what) {
        for (DownstreamListener listener : listeners) {
            guarded(listener.getClass().getName(), () -> what.accept(listener));
        }
    }

    /** @param whose code it is, to be named in the log */
    void guarded(String whose, Runnable code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            String kind = whose + " threw " + thrown.getClass().getName();
            Level level = known.size() < 100 && known.add(kind) ? Level.WARNING : Level.DEBUG;
            LOG.log(level, () -> "downstream '" + downstream + "': " + kind + "; the call is not affected", thrown);
        }
    }
}
