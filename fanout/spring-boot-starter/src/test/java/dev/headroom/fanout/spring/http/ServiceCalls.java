package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.Usage;
import dev.headroom.fanout.spring.App;
import dev.headroom.fanout.spring.FakeService;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** Calls of an application to a service, in several classes so that forks can share them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ServiceCalls {
    final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    FakeService service;

    @BeforeEach
    void serve() throws IOException {
        service = new FakeService();
    }

    @AfterEach
    void close() {
        service.close();
        threads.shutdownNow();
    }

    ConfigurableApplicationContext app(String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("spring.http.serviceclient.users.base-url=" + service.url());
        return App.plain(Client.class, all.toArray(String[]::new));
    }

    static RestClient.Builder builder(ConfigurableApplicationContext app, String name) {
        return BeanFactoryAnnotationUtils.qualifiedBeanOfType(app.getBeanFactory(), RestClient.Builder.class, name);
    }

    static Usage usage(ConfigurableApplicationContext app) {
        return app.getBean(Downstream.class).usage();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class Client {}

    interface Users {
        @GetExchange("/")
        String get();
    }
}
