package dev.headroom.fanout.spring.limits;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Hikari's connection pools that are beans. */
final class HikariLimits implements LimitSource {
    private final ConfigurableListableBeanFactory beans;
    private final JdbcUsage usage;

    HikariLimits(ConfigurableListableBeanFactory beans, ObjectProvider<JdbcUsage> usage) {
        this.beans = beans;
        this.usage = usage.getIfAvailable(() -> JdbcUsage.UNKNOWN);
    }

    @Override
    public List<LimitReading> read() {
        List<LimitReading> readings = new ArrayList<>();
        MadeBeans.of(beans, HikariDataSource.class).forEach((name, source) -> {
            HikariPoolMXBean pool = source.getHikariPoolMXBean();
            JdbcUsage.Total total = source.getPoolName() == null ? null : usage.of(source.getPoolName());
            // There is none before the first connection is asked for
            readings.add(new LimitReading(
                    "jdbc-pool." + name,
                    Kind.CONNECTION_POOL,
                    source.getMaximumPoolSize(),
                    pool == null ? 0 : pool.getActiveConnections(),
                    pool == null ? 0 : pool.getThreadsAwaitingConnection(),
                    total == null ? null : total.uses(),
                    total == null ? null : total.nanos(),
                    null,
                    Map.of("connectionTimeoutMillis", source.getConnectionTimeout())));
        });
        return readings;
    }
}
