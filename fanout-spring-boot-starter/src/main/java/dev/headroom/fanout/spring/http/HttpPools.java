package dev.headroom.fanout.spring.http;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;

/** The connection pools of Apache HttpClient 5 that the starter knows of. A client that is dropped takes its own along. */
public final class HttpPools {
    private final List<Map.Entry<String, WeakReference<PoolingHttpClientConnectionManager>>> pools =
            new CopyOnWriteArrayList<>();

    /** While a pool is made for one downstream, what tells of Boot's own is not to tell of it too. */
    private final ThreadLocal<Boolean> quiet = ThreadLocal.withInitial(() -> false);

    <T> T quietly(Supplier<T> build) {
        quiet.set(true);
        try {
            return build.get();
        } finally {
            quiet.remove();
        }
    }

    void addDefault(PoolingHttpClientConnectionManager pool) {
        if (!quiet.get()) {
            add("default", pool);
        }
    }

    void add(String name, PoolingHttpClientConnectionManager pool) {
        pools.removeIf(known -> known.getValue().get() == null);
        pools.add(Map.entry(name, new WeakReference<>(pool)));
    }

    /** Each pool with the name of its downstream, or {@code default} where Boot built it for none. */
    public void forEach(BiConsumer<String, PoolingHttpClientConnectionManager> each) {
        pools.forEach(known -> {
            PoolingHttpClientConnectionManager pool = known.getValue().get();
            if (pool != null) {
                each.accept(known.getKey(), pool);
            }
        });
    }
}
