package dev.headroom.fanout.spring.http;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;

/**
 * The connection pools of Apache HttpClient 5 in the clients that Boot and the starter build. A client that is dropped takes
 * its own along.
 */
public final class HttpPools {
    /** Of the clients that Boot builds for no downstream. */
    static final String DEFAULT = "default";

    private final Map<String, List<WeakReference<PoolingHttpClientConnectionManager>>> pools =
            new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /** One that Boot's builder made for a downstream was told as Boot's own before. */
    void add(String name, PoolingHttpClientConnectionManager pool) {
        pools.values().forEach(known -> known.removeIf(each -> each.get() == null || each.refersTo(pool)));
        List<WeakReference<PoolingHttpClientConnectionManager>> fresh = new CopyOnWriteArrayList<>();
        List<WeakReference<PoolingHttpClientConnectionManager>> known = pools.putIfAbsent(name, fresh);
        (known == null ? fresh : known).add(new WeakReference<>(pool));
        if (known == null) {
            listeners.forEach(listener -> listener.accept(name));
        }
    }

    /** Tells each name of pools: the downstream's HTTP service group, or {@code default}; those that come later too. */
    public void onName(Consumer<String> listener) {
        listeners.add(listener);
        pools.keySet().forEach(listener);
    }

    /** Those of that name. */
    public List<PoolingHttpClientConnectionManager> named(String name) {
        return pools.getOrDefault(name, List.of()).stream()
                .map(WeakReference::get)
                .filter(Objects::nonNull)
                .toList();
    }
}
