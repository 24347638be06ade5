package dev.headroom.trials;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.util.concurrent.Striped;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;

/** Everybody wants the same key; in the twins each has one of their own. */
final class Keys {

    private Keys() {}

    private static int key(Settings settings) {
        return settings.twin() ? ThreadLocalRandom.current().nextInt() : 1;
    }

    /** A value is computed inside the map's only lock. */
    static Work synchronizedMap(Settings settings) {
        Hold hold = new Hold(settings);
        Map<Integer, Integer> shared = Collections.synchronizedMap(new HashMap<>());
        return () -> {
            Map<Integer, Integer> prices = settings.twin() ? Collections.synchronizedMap(new HashMap<>()) : shared;
            prices.compute(1, (id, price) -> held(hold));
        };
    }

    static Work caffeine(Settings settings) {
        Hold hold = new Hold(settings);
        Cache<Integer, Integer> prices =
                Caffeine.newBuilder().maximumSize(10_000).build();
        return () -> prices.asMap().compute(key(settings), (id, price) -> held(hold));
    }

    /** Guava's locks by key. */
    @SuppressWarnings("UnstableApiUsage")
    static Work striped(Settings settings) {
        Hold hold = new Hold(settings);
        Striped<Lock> locks = Striped.lazyWeakLock(100_000);
        return () -> Locks.under(locks.get(key(settings)), hold).serve();
    }

    private static int held(Hold hold) {
        hold.serveQuietly();
        return 1;
    }
}
