package dev.headroom.fanout.spring.limits;

import static dev.headroom.fanout.spring.limits.Found.find;
import static dev.headroom.fanout.spring.limits.Found.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup;
import org.springframework.web.service.registry.ImportHttpServices;

/** Each finding about pools and gates, in an application that has them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PoolFindingsIT {
    @Test
    void aPoolOfBootsClientWithFiveConnectionsBeforeAThousandRequests() {
        Finding finding = find("http-pool", WithARestClient.class, "fanout.request.limit=1000");
        assertThat(finding.what())
                .contains("'default'")
                .contains("5 connections per route")
                .contains("1000 calls may want one");
        assertThat(find("http-pool", WithARestClient.class).what()).contains("all requests in flight share them");
        assertThat(finding.fix()).contains("fanout.downstreams.<name>.limit");
        assertThat(ids(WithARestClient.class, "fanout.downstreams.users.limit=20"))
                .doesNotContain("http-pool");
    }

    @Test
    void aPoolOfTheApplicationThatIsSmallerThanTheGate() {
        Finding finding = find("http-pool", WithAPool.class, "fanout.downstreams.users.limit=20");
        assertThat(finding.what())
                .contains("'pool'")
                .contains("8 connections per route")
                .contains("20 calls may want one");
        assertThat(finding.fix()).contains("setMaxConnPerRoute(20)");
        assertThat(ids(WithAPool.class, "fanout.downstreams.users.limit=8")).doesNotContain("http-pool");
    }

    /** Whose name may be shorter than the word before a downstream's. */
    @Test
    void aPoolThatIsSmallerThanTheGateOfAnotherLibrary() {
        assertThat(find("http-pool", WithAnotherGate.class).what()).contains("20 calls may want one");
    }

    @Test
    void aDownstreamsPoolThatIsSmallerThanItsGate() {
        Finding finding = find(
                "http-pool",
                WithAGroup.class,
                "fanout.downstreams.users.limit=20",
                "fanout.downstreams.users.connections=7");
        assertThat(finding.what()).contains("'users'").contains("7 connections per route");
        assertThat(finding.fix()).isEqualTo("fanout.downstreams.users.connections=20");
        assertThat(ids(WithAGroup.class, "fanout.downstreams.users.limit=20")).doesNotContain("http-pool");
    }

    @Test
    void aGroupOfWebClientPassesNoGate() {
        Finding finding = find("web-client", WithAWebClientGroup.class, "fanout.downstreams.users.limit=8");
        assertThat(finding.what()).contains("'users'").contains("passes no gate");
        assertThat(ids(WithAWebClientGroup.class, "fanout.downstreams.offers.limit=8"))
                .doesNotContain("web-client");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithARestClient {
        @Bean
        RestClient client(RestClient.Builder builder) {
            return builder.build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class, clientType = HttpServiceGroup.ClientType.WEB_CLIENT)
    static class WithAWebClientGroup {}

    interface Users {
        @GetExchange("http://127.0.0.1:1/")
        String get();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class WithAGroup {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(WithAPool.class)
    static class WithAnotherGate {
        @Bean
        MeterBinder gate() {
            return registry -> Gauge.builder("b.max", () -> 20).tag("name", "a").register(registry);
        }

        @Bean
        MeteredLimit gates() {
            return new MeteredLimit("b", Kind.DOWNSTREAM, "name", "b.max", "b.max", null, null, null);
        }
    }

    /** As Micrometer's binder publishes it. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithAPool {
        @Bean
        MeterBinder pool() {
            return registry -> Gauge.builder("httpcomponents.httpclient.pool.route.max.default", () -> 8)
                    .tag("httpclient", "pool")
                    .register(registry);
        }
    }
}
