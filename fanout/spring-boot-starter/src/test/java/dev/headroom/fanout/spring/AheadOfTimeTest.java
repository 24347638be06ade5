package dev.headroom.fanout.spring;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.spring.FanoutProperties.DownstreamProperties;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aot.AotDetector;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * An application that was processed ahead of time, as for a native image: its beans are made by generated code, and names of
 * downstreams are those of that time. Their values are read when it starts.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("nightly")
class AheadOfTimeTest {
    private static final String[] NAMES = {"fanout.downstreams.users.limit=3", "fanout.downstreams.offers.limit=3"};

    @Test
    @CompileWithForkedClassLoader
    void downstreamsAndTheirClientsAreMadeByGeneratedCode() throws Exception {
        try (FakeService service = new FakeService()) {
            processed(
                    List.of(
                            "fanout.downstreams.users.limit=7",
                            "fanout.downstreams.offers.limit=8",
                            "spring.http.serviceclient.users.base-url=" + service.url(),
                            "spring.http.serviceclient.offers.base-url=" + service.url()),
                    app -> {
                        assertThat(app.getBean("usersDownstream", Downstream.class)
                                        .usage()
                                        .limit())
                                .isEqualTo(7);
                        assertThat(RestClient.create(App.url(app))
                                        .get()
                                        .retrieve()
                                        .body(String.class))
                                .isEqualTo("ok and ok");
                        assertThat(app.getBean("users", Downstream.class)
                                        .usage()
                                        .succeeded())
                                .isEqualTo(1);
                        assertThat(app.getBean("offers", Downstream.class)
                                        .usage()
                                        .succeeded())
                                .isEqualTo(1);
                    });
            assertThat(service.requests()).hasSize(2);
        }
    }

    @Test
    @CompileWithForkedClassLoader
    void aValueThatCannotBeEndsTheStart() {
        assertThatThrownBy(() -> processed(List.of("fanout.downstreams.users.limit=0"), app -> {}))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("fanout.downstreams.users.limit");
    }

    @Test
    void whatIsFoundByNameHasHints() {
        RuntimeHints hints = process(new TestGenerationContext(Service.class));
        for (String name : List.of(
                // The thread's context, which fanout looks for by these names
                "org.slf4j.MDC",
                "io.micrometer.context.ContextSnapshotFactory",
                "dev.headroom.fanout.spring.web.FanOutProblems",
                "org.springframework.http.ProblemDetail")) {
            assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(name)))
                    .as(name)
                    .accepts(hints);
        }
        for (Class<?> bound : List.of(
                FanoutProperties.class,
                DownstreamProperties.class,
                FanoutProperties.Request.class,
                FanoutProperties.ProblemDetails.class)) {
            assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(bound.getDeclaredConstructors()[0]))
                    .as(bound.getName())
                    .accepts(hints);
        }
    }

    private static RuntimeHints process(TestGenerationContext generated) {
        try (var context = new AnnotationConfigServletWebServerApplicationContext()) {
            TestPropertyValues.of(NAMES).applyTo(context);
            context.register(Service.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
        }
        generated.writeGeneratedContent();
        return generated.getRuntimeHints();
    }

    /** Starts the application from generated code alone. */
    private static void processed(List<String> properties, Consumer<ConfigurableApplicationContext> test) {
        TestGenerationContext generated = new TestGenerationContext(Service.class);
        process(generated);
        TestCompiler.forSystem()
                .with(generated)
                .compile(compiled -> TestPropertyValues.of(AotDetector.AOT_ENABLED + "=true")
                        .applyToSystemProperties(() -> {
                            // Which it would set in the JVM a second time, being loaded a second time
                            TomcatURLStreamHandlerFactory.disable();
                            try (var app = new ServletWebServerApplicationContext()) {
                                TestPropertyValues.of("server.port=0", "server.address=127.0.0.1")
                                        .and(properties.toArray(String[]::new))
                                        .applyTo(app);
                                initializer(compiled.getInstance(ApplicationContextInitializer.class))
                                        .initialize(app);
                                app.refresh();
                                test.accept(app);
                            }
                            return null;
                        }));
    }

    @SuppressWarnings("unchecked")
    private static ApplicationContextInitializer<GenericApplicationContext> initializer(
            ApplicationContextInitializer<?> generated) {
        return (ApplicationContextInitializer<GenericApplicationContext>) Objects.requireNonNull(generated);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Pages.class)
    @ImportHttpServices(group = "users", types = Users.class)
    static class Service {}

    interface Users {
        @GetExchange("/")
        String get();
    }

    @RestController
    static class Pages {
        private final Users people;
        private final RestClient shop;
        private final Downstream users;
        private final Downstream offers;

        Pages(
                Users people,
                @Qualifier("offers") RestClient.Builder shop,
                @Qualifier("users") Downstream users,
                @Qualifier("offers") Downstream offers) {
            this.people = people;
            this.shop = shop.build();
            this.users = users;
            this.offers = offers;
        }

        @GetMapping("/")
        String get() throws InterruptedException {
            return FanOut.within(Duration.ofSeconds(50))
                    .call(
                            part(users, people::get),
                            part(
                                    offers,
                                    () -> String.valueOf(
                                            shop.get().uri("/").retrieve().body(String.class))),
                            (one, other) -> one + " and " + other);
        }
    }
}
