package dev.headroom.fanout.spring.limits;

import com.zaxxer.hikari.HikariDataSource;
import dev.headroom.fanout.spring.FanoutProperties;
import dev.headroom.fanout.spring.limits.Finding.Level;
import dev.headroom.fanout.spring.web.Admission;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** A pool of database connections for whose connections requests wait longer than for all else together. */
final class HikariFindings implements FindingSource {
    private final ConfigurableListableBeanFactory beans;
    private final FanoutProperties properties;

    HikariFindings(ConfigurableListableBeanFactory beans, FanoutProperties properties) {
        this.beans = beans;
        this.properties = properties;
    }

    @Override
    public Stream<Finding> find() {
        return MadeBeans.of(beans, Admission.class).values().stream()
                .flatMap(admission -> MadeBeans.of(beans, HikariDataSource.class).entrySet().stream()
                        .filter(entry ->
                                bites(entry.getValue(), admission.limit().orElse(Integer.MAX_VALUE)))
                        .map(entry -> finding(entry.getKey(), entry.getValue(), admission.limit())));
    }

    private boolean bites(HikariDataSource pool, int requests) {
        return pool.getMaximumPoolSize() < requests
                && Duration.ofMillis(pool.getConnectionTimeout())
                                .compareTo(properties.request().timeout())
                        >= 0;
    }

    private Finding finding(String name, HikariDataSource pool, OptionalInt requests) {
        return new Finding(
                "jdbc-pool",
                Level.WARN,
                "the pool '" + name + "' has " + pool.getMaximumPoolSize() + " connections for "
                        + (requests.isPresent() ? "up to " + requests.getAsInt() : "all")
                        + " requests in flight, each of which waits for one for up to " + pool.getConnectionTimeout()
                        + " ms, past its deadline of "
                        + properties.request().timeout().toMillis() + " ms",
                "spring.datasource.hikari.connection-timeout=2000, and spring.datasource.hikari.maximum-pool-size"
                        + " by Little's law: queries/s times the seconds that one takes");
    }
}
