package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.http.HttpPools;
import java.util.List;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Executors are no example: Spring makes those itself, lazy or not, as they have a lifecycle. */
class LazyBeansTest {
    @Test
    void aLookMakesNone() {
        try (var app = new AnnotationConfigApplicationContext(Lazily.class)) {
            ConfigurableListableBeanFactory beans = app.getBeanFactory();
            List<LimitSource> sources = List.of(
                    new DownstreamLimits(beans),
                    new HttpPoolLimits(beans.getBeanProvider(HttpPools.class), beans),
                    new HikariLimits(beans, beans.getBeanProvider(JdbcUsage.class)));

            assertThat(sources).allSatisfy(source -> assertThat(source.read()).isEmpty());
            for (String bean : List.of("users", "pool", "database")) {
                assertThat(beans.containsSingleton(bean)).isFalse();
                assertThat(app.getBean(bean)).isNotNull();
            }
            assertThat(sources).allSatisfy(source -> assertThat(source.read()).hasSize(1));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Lazy
    static class Lazily {
        @Bean
        Downstream users() {
            return Downstream.of("users", 1);
        }

        @Bean
        PoolingHttpClientConnectionManager pool() {
            return new PoolingHttpClientConnectionManager();
        }

        @Bean
        HikariDataSource database() {
            return new HikariDataSource();
        }
    }
}
