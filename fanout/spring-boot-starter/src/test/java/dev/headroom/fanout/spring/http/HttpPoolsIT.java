package dev.headroom.fanout.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.App;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.registry.ImportHttpServices;

/** How many connections there are. */
class HttpPoolsIT extends ServiceCalls {
    @Test
    void thePoolHasAConnectionForEachPermit() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=37")) {
            app.getBean(Users.class).get();
            List<String> pools = pools(app);
            assertThat(pools).contains("users 37 37");
        }
    }

    @Test
    void thePoolMayHaveAnotherSize() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=37", "fanout.downstreams.users.connections=12")) {
            app.getBean(Users.class).get();
            assertThat(pools(app)).contains("users 12 12");
        }
    }

    @Test
    void bootsOwnClientsHaveRoomForTheWidestGate() throws Exception {
        try (var app = app("fanout.downstreams.a.limit=37", "fanout.downstreams.b.limit=20")) {
            RestClient client =
                    app.getBean(RestClient.Builder.class).baseUrl(service.url()).build();
            client.get().uri("/").retrieve().body(String.class);
            assertThat(pools(app)).contains("default 37 57");
        }
    }

    @Test
    void theApplicationsOwnCustomiserHasTheLastWordOnBootsClients() throws Exception {
        try (var app = App.plain(Sized.class, "fanout.downstreams.a.limit=37")) {
            RestClient client =
                    app.getBean(RestClient.Builder.class).baseUrl(service.url()).build();
            client.get().uri("/").retrieve().body(String.class);
            assertThat(pools(app)).contains("default 9 37");
        }
    }

    @Test
    void aPoolHasMetersFromItsFirstConnectionOn() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=37")) {
            MeterRegistry meters = app.getBean(MeterRegistry.class);
            assertThat(pool(meters, "total.max")).isZero();
            app.getBean(Users.class).get();
            assertThat(pool(meters, "total.max")).isEqualTo(37);
            assertThat(pool(meters, "total.pending")).isZero();
            assertThat(pool(meters, "route.max.default")).isEqualTo(37);
        }
    }

    @Test
    void aConnectionManagerOfTheApplicationStaysAndIsSeen() throws Exception {
        try (var app = App.plain(
                Managed.class,
                "fanout.downstreams.users.limit=37",
                "spring.http.serviceclient.users.base-url=" + service.url())) {
            assertThat(app.getBean(Users.class).get()).isEqualTo("ok");
            assertThat(pools(app)).contains("users 11 11");
        }
    }

    @Test
    void aDownstreamOfTheApplicationSizesThePool() throws Exception {
        try (var app = App.plain(
                Wide.class,
                "fanout.downstreams.users.queue=1",
                "spring.http.serviceclient.users.base-url=" + service.url())) {
            assertThat(app.getBean(Users.class).get()).isEqualTo("ok");
            assertThat(pools(app)).contains("users 200 200");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class Wide {
        @Bean
        @Qualifier("users")
        Downstream usersDownstream() {
            return Downstream.of("users", 200);
        }
    }

    private static double pool(MeterRegistry meters, String meter) {
        return meters.get("httpcomponents.httpclient.pool." + meter)
                .tag("httpclient", "users")
                .gauge()
                .value();
    }

    @Test
    void asManyCallsAsPermitsAreOutAtOnce() throws Exception {
        try (var app = app("fanout.downstreams.users.limit=20")) {
            service.hold();
            List<Future<String>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(threads.submit(() -> app.getBean(Users.class).get()));
            }
            // With Apache's own 5 connections per route this would never be
            App.until(() -> service.inFlight() == 20);
            service.release();
            for (Future<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }
        }
    }

    private static List<String> pools(ConfigurableApplicationContext app) {
        List<String> pools = new ArrayList<>();
        HttpPools known = app.getBean(HttpPools.class);
        known.onName(name -> known.named(name)
                .forEach(pool -> pools.add(name + " " + pool.getDefaultMaxPerRoute() + " " + pool.getMaxTotal())));
        return pools;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sized {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> nine() {
            return builder -> builder.withConnectionManagerCustomizer(pool -> pool.setMaxConnPerRoute(9));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class Managed {
        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> eleven() {
            return builder -> builder.withHttpClientCustomizer(
                    client -> client.setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                            .setMaxConnPerRoute(11)
                            .setMaxConnTotal(11)
                            .build()));
        }
    }
}
