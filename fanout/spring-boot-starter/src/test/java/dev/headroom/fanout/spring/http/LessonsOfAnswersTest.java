package dev.headroom.fanout.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.FanOutException;
import dev.headroom.fanout.Limit;
import dev.headroom.fanout.Overload;
import dev.headroom.fanout.Part;
import dev.headroom.fanout.spring.App;
import dev.headroom.fanout.spring.DownstreamCustomizer;
import dev.headroom.fanout.spring.FakeService;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientResponseException;

/** What an adaptive limit learns of answers with an error status, in a part and out of one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LessonsOfAnswersTest {
    private FakeService service;
    private ConfigurableApplicationContext app;
    private RestClient client;
    private Downstream users;
    private List<String> lessons;

    @BeforeEach
    void start() throws IOException {
        service = new FakeService();
        app = App.plain(
                Client.class,
                "fanout.downstreams.users.timeout=50s",
                "spring.http.serviceclient.users.base-url=" + service.url());
        client = BeanFactoryAnnotationUtils.qualifiedBeanOfType(app.getBeanFactory(), RestClient.Builder.class, "users")
                .build();
        users = app.getBean(Downstream.class);
        lessons = app.getBean(Client.class).lessons;
    }

    @AfterEach
    void stop() {
        app.close();
        service.close();
    }

    @Test
    void aQuickErrorTeachesNothing() {
        assertThatThrownBy(() -> get("/broken")).isInstanceOf(HttpServerErrorException.class);
        assertThatThrownBy(() -> get("/missing")).isInstanceOf(HttpClientErrorException.class);

        assertThat(lessons).isEmpty();
        assertThat(users.usage().failed()).isEqualTo(2);
        assertThat(users.usage().succeeded()).isZero();
    }

    @Test
    void anAnswerTeachesItsTimeAndAnOverloadIsADrop() {
        get("/");
        assertThatThrownBy(() -> get("/busy")).isInstanceOf(HttpServerErrorException.class);

        assertThat(lessons).containsExactly("answered", "dropped");
    }

    @Test
    void theLimitDoesNotGrowBeforeTheDownstreamWantsToBeAskedAgain() {
        assertThatThrownBy(() -> get("/overloaded")).isInstanceOf(HttpClientErrorException.class);
        get("/");

        assertThat(lessons).containsExactly("dropped");
    }

    @Test
    void soItIsInAPart() throws InterruptedException {
        assertThatThrownBy(() -> FanOut.within(Duration.ofSeconds(50)).call(Part.part(users, () -> get("/broken"))))
                .hasRootCauseInstanceOf(HttpServerErrorException.class);
        // Also where the part makes something of it
        FanOut.within(Duration.ofSeconds(50)).call(Part.part(users, () -> {
            assertThatThrownBy(() -> get("/broken")).isInstanceOf(RestClientResponseException.class);
            return "hidden";
        }));
        FanOut.within(Duration.ofSeconds(50))
                .call(Part.part(users, () -> get("/busy")).orElse("busy"));

        App.until(() -> !lessons.isEmpty());
        assertThat(lessons).containsExactly("dropped");
    }

    @Test
    void theStatusOfSpringsExceptionsIsKnown() {
        assertThat(Overload.isSign(new HttpServerErrorException(HttpStatus.SERVICE_UNAVAILABLE)))
                .isTrue();
        assertThat(Overload.isSign(new HttpClientErrorException(HttpStatus.TOO_MANY_REQUESTS)))
                .isTrue();
        assertThat(Overload.isSign(new HttpServerErrorException(HttpStatus.INTERNAL_SERVER_ERROR)))
                .isFalse();
        assertThat(Overload.isSign(new HttpClientErrorException(HttpStatus.NOT_FOUND)))
                .isFalse();
    }

    /** As code in Kotlin or with Lombok does. */
    @Test
    void anExceptionThatNobodyDeclaredKeepsNoPermit() {
        DownstreamInterceptor interceptor = new DownstreamInterceptor(users, "");

        assertThatThrownBy(() -> interceptor.intercept(
                        new MockClientHttpRequest(HttpMethod.GET, "/"),
                        new byte[0],
                        (request, body) -> sneaky(new ClassNotFoundException("undeclared"))))
                .hasMessageContaining("undeclared");
        assertThat(users.usage().inFlight()).isZero();
    }

    @Test
    void aThreadThatRunsTooLateSendsNothingAndTeachesNothing() {
        List<String> learned = new CopyOnWriteArrayList<>();
        // Which is asked for the permit, and takes its time
        Downstream late = Downstream.named("late")
                .limit(new Limit() {
                    @Override
                    public int current() {
                        while (!Deadline.current().isNone()
                                && !Deadline.current().expired()) {
                            Thread.onSpinWait();
                        }
                        return 1;
                    }

                    @Override
                    public void ended(long calledNanos, int inFlight, boolean dropped) {
                        learned.add(dropped ? "dropped" : "answered");
                    }
                })
                .timeout(Duration.ofMillis(50))
                .build();
        DownstreamInterceptor interceptor = new DownstreamInterceptor(late, "");

        assertThatThrownBy(() -> interceptor.intercept(
                        new MockClientHttpRequest(HttpMethod.GET, "/"), new byte[0], (request, body) -> {
                            throw new AssertionError("sent");
                        }))
                .isInstanceOfSatisfying(
                        FanOutException.DeadlineExpired.class,
                        expired -> assertThat(expired.sent()).isFalse());
        assertThat(late.usage().inFlight()).isZero();
        assertThat(learned).isEmpty();
    }

    /** As Spring's responses do for one that has not three digits. */
    @Test
    void aStatusThatThrowsKeepsNoPermit() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        var noStatus = new MockClientHttpResponse(new byte[0], 200) {
            @Override
            public HttpStatusCode getStatusCode() {
                return HttpStatusCode.valueOf(1000);
            }

            @Override
            public void close() {
                closed.set(true);
            }
        };

        new DownstreamInterceptor(users, "")
                .intercept(new MockClientHttpRequest(HttpMethod.GET, "/"), new byte[0], (request, body) -> noStatus)
                .close();

        assertThat(closed).isTrue();
        assertThat(users.usage().inFlight()).isZero();
        assertThat(users.usage().failed()).isEqualTo(1);
    }

    private String get(String path) {
        return String.valueOf(client.get().uri(path).retrieve().body(String.class));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T, X extends Exception> T sneaky(Exception thrown) throws X {
        throw (X) thrown;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Client {
        final List<String> lessons = new CopyOnWriteArrayList<>();

        @Bean
        DownstreamCustomizer learning() {
            return (name, builder) -> builder.limit(new Limit() {
                @Override
                public int current() {
                    return 4;
                }

                @Override
                public void ended(long calledNanos, int inFlight, boolean dropped) {
                    lessons.add(dropped ? "dropped" : "answered");
                }
            });
        }
    }
}
