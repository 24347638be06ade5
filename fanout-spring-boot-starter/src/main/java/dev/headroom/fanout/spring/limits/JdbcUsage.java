package dev.headroom.fanout.spring.limits;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** For how long connections of a Hikari pool were in use, which the pool tells to nobody but its metrics. */
interface JdbcUsage {
    /** Nobody knows. */
    JdbcUsage UNKNOWN = pool -> null;

    /** Of the pool of this name; null where it has no metrics. */
    @Nullable
    Total of(String pool);

    /** From the timer that Micrometer has of each pool, where Boot has bound it. */
    static JdbcUsage of(MeterRegistry registry) {
        return pool -> {
            Timer timer = registry.find("hikaricp.connections.usage")
                    .tag("pool", pool)
                    .timer();
            return timer == null ? null : new Total(timer.count(), (long) timer.totalTime(TimeUnit.NANOSECONDS));
        };
    }

    /**
     * @param uses that have ended
     * @param nanos for which they held a connection
     */
    record Total(long uses, long nanos) {}
}
