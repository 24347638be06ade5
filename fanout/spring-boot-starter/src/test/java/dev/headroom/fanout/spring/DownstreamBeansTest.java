package dev.headroom.fanout.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.DownstreamListener;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

class DownstreamBeansTest {
    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(FanoutAutoConfiguration.class));

    @Test
    void withoutPropertiesThereIsNoDownstream() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Downstream.class));
    }

    @Test
    void eachNameIsABean() {
        runner.withPropertyValues("fanout.downstreams.users.limit=7", "fanout.downstreams.offers.queue=3")
                .run(context -> {
                    assertThat(context.getBeansOfType(Downstream.class))
                            .containsOnlyKeys("usersDownstream", "offersDownstream");
                    assertThat(context.getBean("users", Downstream.class)
                                    .usage()
                                    .limit())
                            .isEqualTo(7);
                });
    }

    @Test
    void whatIsNotSaidHasADefault() {
        runner.withPropertyValues("fanout.downstreams.users.passDeadline=true").run(context -> {
            Downstream users = context.getBean(Downstream.class);
            assertThat(users.usage().limit()).isEqualTo(50);
            assertThat(users.usage().queue()).isEqualTo(50);
            assertThat(users.timeout()).contains(Duration.ofSeconds(5));
        });
    }

    @Test
    void oneOfSeveralIsInjectedByQualifierOrByParameterName() {
        runner.withPropertyValues("fanout.downstreams.users.limit=7", "fanout.downstreams.offers.limit=8")
                .withUserConfiguration(Wanting.class)
                .run(context -> assertThat(context.getBean("wanted")).isEqualTo(List.of("users", "offers", "offers")));
    }

    @Test
    void aBeanOfTheApplicationKeepsItsName() {
        runner.withPropertyValues("fanout.downstreams.users.limit=7")
                .withUserConfiguration(UsersOfItsOwn.class)
                .run(context -> {
                    assertThat(context.getBean("users")).isEqualTo("a client");
                    assertThat(context.getBean(Downstream.class).name()).isEqualTo("users");
                });
    }

    /** As repositories and mappers are, by auto-configurations that come after this one. */
    @ParameterizedTest
    @ValueSource(classes = {ImportedLater.class, FoundLater.class})
    void aBeanThatIsRegisteredLaterKeepsItsName(Class<?> later) {
        runner.withPropertyValues("fanout.downstreams.users.limit=7", "fanout.downstreams.offers.limit=8")
                .withConfiguration(AutoConfigurations.of(later))
                .run(context -> {
                    assertThat(context.getBean("users")).isEqualTo("a repository");
                    assertThat(context.getBean("usersDownstream", Downstream.class)
                                    .name())
                            .isEqualTo("users");
                    assertThat(context.getBean("offers")).isSameAs(context.getBean("offersDownstream"));
                });
    }

    @Test
    void aDownstreamOfTheApplicationTakesThePlaceOfThatOfTheProperties() {
        runner.withPropertyValues("fanout.downstreams.users.limit=7")
                .withUserConfiguration(DownstreamOfItsOwn.class)
                .run(context -> assertThat(
                                context.getBean(Downstream.class).usage().limit())
                        .isEqualTo(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aimd", "vegas", "gradient"})
    void anAdaptiveLimitBeginsHalfWayAndStaysBetweenFloorAndLimit(String algorithm) {
        runner.withPropertyValues(
                        "fanout.downstreams.users.adaptive=" + algorithm,
                        "fanout.downstreams.users.limit=40",
                        "fanout.downstreams.users.floor=10")
                .run(context -> {
                    Downstream users = context.getBean(Downstream.class);
                    assertThat(users.usage().limit()).isEqualTo(25);
                    assertThat(users.toString()).containsIgnoringCase(algorithm);
                });
    }

    @Test
    void aCustomizerSeesEachOne() {
        runner.withPropertyValues("fanout.downstreams.users.limit=7")
                .withUserConfiguration(Listening.class)
                .run(context -> {
                    context.getBean(Downstream.class).call(() -> "ok");
                    assertThat(context.getBean(Listening.class).heard).containsExactly("users SUCCEEDED");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "fanout.downstreams.users.limit, 0, must be at least 1",
        "fanout.downstreams.users.queue, -1, must be at least 0",
        "fanout.downstreams.users.timeout, 0s, must be longer than 0",
        "fanout.downstreams.users.sheddable, 0, must be above 0",
        "fanout.downstreams.users.per-tenant, 1.5, at most 1",
        "fanout.downstreams.users.connections, 0, must be at least 1",
        "fanout.request.limit, 0, must be at least 1",
        "fanout.request.timeout, -1s, must be longer than 0",
        "fanout.request.least-timeout, 0s, must be longer than 0",
        "fanout.request.accept-deadline-from, localhost, must be an address or a network",
        "fanout.request.retry-after, 0s, must be longer than 0"
    })
    void aValueThatCannotBeEndsTheStartWithItsName(String property, String value, String rule) {
        runner.withPropertyValues(property + "=" + value).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = Objects.requireNonNull(
                    new InvalidPropertyFailureAnalyzer().analyze(Objects.requireNonNull(context.getStartupFailure())));
            assertThat(analysis.getDescription()).contains("'" + property + "'").contains(rule);
            assertThat(analysis.getAction()).contains(property);
        });
    }

    @Test
    void aFloorAboveTheLimitEndsTheStart() {
        runner.withPropertyValues(
                        "fanout.downstreams.users.adaptive=vegas",
                        "fanout.downstreams.users.limit=4",
                        "fanout.downstreams.users.floor=5")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("fanout.downstreams.users.floor")
                        .hasMessageContaining("at most the limit, which is 4"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"offers", "people"})
    void aGroupCallsOneDownstream(String group) {
        runner.withPropertyValues(
                        "fanout.downstreams.users.groups=" + group, "fanout.downstreams.offers.groups=people,users-own")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasMessageContaining("fanout.downstreams.")
                        .hasMessageContaining(".groups")
                        .hasMessageContaining("calls no other downstream"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Wanting {
        @Bean
        List<String> wanted(
                @Qualifier("users") Downstream first, @Qualifier("offers") Downstream second, Downstream offers) {
            return List.of(first.name(), second.name(), offers.name());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class UsersOfItsOwn {
        @Bean
        String users() {
            return "a client";
        }
    }

    @AutoConfiguration(after = FanoutAutoConfiguration.class)
    @Import(Repositories.class)
    static class ImportedLater {}

    @AutoConfiguration(after = FanoutAutoConfiguration.class)
    static class FoundLater {
        @Bean
        static BeanDefinitionRegistryPostProcessor scanner() {
            return Repositories::register;
        }
    }

    static final class Repositories implements ImportBeanDefinitionRegistrar {
        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            register(registry);
        }

        static void register(BeanDefinitionRegistry registry) {
            registry.registerBeanDefinition("users", new RootBeanDefinition(String.class, () -> "a repository"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DownstreamOfItsOwn {
        @Bean
        Downstream usersDownstream() {
            return Downstream.of("users", 3);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {
        final List<String> heard = new CopyOnWriteArrayList<>();

        @Bean
        DownstreamCustomizer listener() {
            return (name, builder) -> builder.listener(new DownstreamListener() {
                @Override
                public void ended(Ended call) {
                    heard.add(name + " " + call.outcome());
                }
            });
        }
    }
}
