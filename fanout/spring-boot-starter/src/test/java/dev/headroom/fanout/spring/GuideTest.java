package dev.headroom.fanout.spring;

import static dev.headroom.fanout.Part.part;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.io.IOException;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** The guide says what is so: its sample is the code below, and it has every property with its default. */
class GuideTest {
    private static final Path GUIDE = Path.of("../../docs/fanout-spring-boot.md");
    private static final Path SOURCE =
            Path.of("src/test/java", GuideTest.class.getName().replace('.', '/') + ".java");
    private static final Offer[] NONE = {};

    @Test
    void theSampleIsTheCodeBelow() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("```java\n@RestController\n") + "```java\n".length();
        String sample = guide.substring(from, guide.indexOf("```\n", from));
        assertThat(words(Files.readString(SOURCE))).contains(words(sample).replace("classPages", "staticclassPages"));
    }

    @Test
    void theSampleAnswersWithTheFallback() throws Exception {
        try (FakeService users = new FakeService();
                var app = App.web(
                        Application.class,
                        "fanout.downstreams.users.limit=50",
                        "fanout.downstreams.users.timeout=500ms",
                        "fanout.downstreams.offers.limit=20",
                        "spring.http.serviceclient.users.base-url=" + users.url(),
                        "spring.http.serviceclient.offers.base-url=" + users.url() + "/broken")) {
            assertThat(RestClient.create(App.url(app))
                            .get()
                            .uri("/page/7")
                            .retrieve()
                            .body(String.class))
                    .isEqualTo("{\"user\":\"ok\",\"offers\":[]}");
        }
    }

    @ParameterizedTest
    @MethodSource("properties")
    void thePropertyIsThereWithItsDefault(Class<?> group) throws IOException {
        String guide = Files.readString(GUIDE);
        for (Parameter property : group.getDeclaredConstructors()[0].getParameters()) {
            String name = property.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            assertThat(guide).contains(name);
            DefaultValue given = property.getAnnotation(DefaultValue.class);
            if (given != null && given.value().length == 1) {
                assertThat(guide).contains(given.value()[0]);
            }
        }
    }

    static Stream<Class<?>> properties() {
        return Stream.of(
                FanoutProperties.DownstreamProperties.class,
                FanoutProperties.Request.class,
                FanoutProperties.ProblemDetails.class);
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Pages.class)
    @ImportHttpServices(group = "users", types = Users.class)
    static class Application {}

    interface Users {
        @GetExchange("/{id}")
        String name(@PathVariable("id") long id);
    }

    record Offer(String name) {}

    record Page(String user, Offer[] offers) {}

    @RestController
    static class Pages {
        private final Users people;
        private final RestClient shop;
        private final Downstream users;
        private final Downstream offers;

        Pages(
                Users people, // an interface client: @ImportHttpServices(group = "users", types = Users.class)
                @Qualifier("offers") RestClient.Builder shop,
                @Qualifier("users") Downstream users,
                @Qualifier("offers") Downstream offers) {
            this.people = people;
            this.shop = shop.build();
            this.users = users;
            this.offers = offers;
        }

        @GetMapping("/page/{id}")
        Page page(@PathVariable("id") long id) throws InterruptedException {
            return FanOut.within(ofMillis(800))
                    .call(
                            part(users, () -> people.name(id)),
                            part(offers, () -> shop.get().uri("/top").retrieve().body(Offer[].class))
                                    .orElse(NONE),
                            Page::new);
        }
    }
}
