package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class JdbcUsageTest {
    @Test
    void theHoldingTimeOfAPoolIsThatOfItsTimer() {
        MeterRegistry meters = new SimpleMeterRegistry();
        Timer timer = Timer.builder("hikaricp.connections.usage")
                .tag("pool", "orders")
                .register(meters);
        timer.record(Duration.ofMillis(30));
        timer.record(Duration.ofMillis(50));
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setPoolName("orders");
            pool.setMaximumPoolSize(4);
            DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
            beans.registerSingleton("database", pool);
            beans.registerSingleton("usage", JdbcUsage.of(meters));

            List<LimitReading> readings = new HikariLimits(beans, beans.getBeanProvider(JdbcUsage.class)).read();
            assertThat(readings).singleElement().satisfies(reading -> {
                assertThat(reading.name()).isEqualTo("jdbc-pool.database");
                assertThat(reading.size()).isEqualTo(4);
                assertThat(reading.completed()).isEqualTo(2);
                assertThat(reading.heldNanos()).isEqualTo(80_000_000L);
            });
        }
    }

    @Test
    void withoutATimerItIsNotKnown() {
        assertThat(JdbcUsage.of(new SimpleMeterRegistry()).of("orders")).isNull();
    }
}
