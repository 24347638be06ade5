package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Timeout(60)
class CarriedContextTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    private final Downstream users = Downstream.named("users").limit(1).queue(2).build();

    @AfterEach
    void clear() {
        MDC.clear();
        TENANT.remove();
        ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
    }

    @Test
    void carriesTheMdc() throws InterruptedException {
        MDC.put("request", "r1");

        assertThat(FanOut.within(LONG).<@Nullable String>call(part(users, () -> MDC.get("request"))))
                .isEqualTo("r1");
    }

    @Test
    void carriesTheMdcToAPartThatWaitedForAnother() throws InterruptedException {
        MDC.put("request", "r1");

        assertThat(FanOut.within(LONG).all(List.of(1, 2, 3), n -> part(users, () -> MDC.get("request") + n)))
                .containsExactly("r11", "r12", "r13");
    }

    @Test
    void letsAPartChangeItsMdcOnly() throws InterruptedException {
        MDC.put("request", "r1");

        FanOut.within(LONG).call(part(users, () -> {
            MDC.put("request", "r2");
            return "done";
        }));

        assertThat(MDC.get("request")).isEqualTo("r1");
    }

    @Test
    void carriesWhatHasAnAccessor() throws InterruptedException {
        ContextRegistry.getInstance().registerThreadLocalAccessor("tenant", TENANT);
        TENANT.set("acme");

        assertThat(FanOut.within(LONG).<@Nullable String>call(part(users, TENANT::get)))
                .isEqualTo("acme");
    }

    /** As an executor does that is wrapped by context-propagation, and Reactor. */
    @Test
    void deadlineAndCallerGoWhereContextPropagationGoes() throws Exception {
        var elsewhere = new FutureTask<>(Deadline.callWithin(
                LONG,
                () -> Caller.current().ofTenant("acme").call(() -> {
                    ContextSnapshot snapshot =
                            ContextSnapshotFactory.builder().build().captureAll();
                    return snapshot.wrap(() ->
                            Deadline.current().isNone() + " " + Caller.current().tenant());
                })));
        var afterwards = new FutureTask<>(() -> Deadline.current().isNone());
        Thread.ofVirtual().start(() -> {
            elsewhere.run();
            afterwards.run();
        });

        assertThat(elsewhere.get()).isEqualTo("false acme");
        assertThat(afterwards.get()).isTrue();
    }

    @Test
    void aTaskThatComesBackToAThreadWithAnEarlierDeadlineHasThat() throws Exception {
        ContextSnapshot later = Deadline.callWithin(
                LONG, () -> ContextSnapshotFactory.builder().build().captureAll());

        Deadline.callWithin(Duration.ofSeconds(5), () -> {
            Duration here = Deadline.current().left();
            Runnable check = () -> assertThat(Deadline.current().left()).isLessThanOrEqualTo(here);
            later.wrap(check).run();
            return assertThat(Deadline.current().left())
                    .isLessThanOrEqualTo(here)
                    .isPositive();
        });
    }

    @Test
    void aPartHasItsOwnDeadlineThoughItsCallersIsCarried() throws Exception {
        Duration left = Deadline.callWithin(
                LONG,
                () -> FanOut.within(Duration.ofSeconds(5))
                        .call(part(users, () -> Deadline.current().left())));

        assertThat(left).isLessThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void carriesNothingWhereThatIsAskedFor() throws InterruptedException {
        MDC.put("request", "r1");

        assertThat(FanOut.within(LONG)
                        .carrying(ThreadContext.none())
                        .<@Nullable String>call(part(users, () -> MDC.get("request"))))
                .isNull();
    }

    @Test
    void endsInTheOppositeOrder() throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();

        FanOut.within(LONG)
                .carrying(tracing("outer", order).and(tracing("inner", order)))
                .call(part(users, () -> order.add("call")));

        assertThat(order)
                .containsExactly(
                        "capture outer",
                        "capture inner",
                        "restore outer",
                        "restore inner",
                        "call",
                        "close inner",
                        "close outer");
    }

    private static ThreadContext tracing(String name, List<String> order) {
        return () -> {
            order.add("capture " + name);
            return () -> {
                order.add("restore " + name);
                return () -> order.add("close " + name);
            };
        };
    }
}
