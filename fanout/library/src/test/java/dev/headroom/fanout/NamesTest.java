package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NamesTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Downstream users = Downstream.of("users", 4);

    @Test
    void callsOnVirtualThreadsNamedAfterTheirParts() throws InterruptedException {
        Part<Thread> current = part(users, Thread::currentThread);

        Thread thread = FanOut.within(LONG).call(current);
        Thread named = FanOut.within(LONG).call(current.named("owner"));

        assertThat(thread.isVirtual()).isTrue();
        assertThat(thread.getName()).isEqualTo("users");
        assertThat(named.getName()).isEqualTo("owner");
    }

    @Test
    void failsInTheNameOfThePart() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(part(users, () -> {
                                    throw new IllegalStateException("broken");
                                })
                                .named("owner")))
                .isInstanceOfSatisfying(FanOutException.class, failure -> {
                    assertThat(failure.part()).isEqualTo("owner");
                    assertThat(failure.downstream()).isEqualTo("users");
                });
    }

    @Test
    void leavesAPartAsItWas() {
        Part<String> part = part(users, () -> "ann");

        part.named("owner");

        assertThat(part).hasToString("part 'users' of downstream 'users' (fixed(4))");
    }

    @Test
    void needsANameAndALimit() {
        assertThatThrownBy(() -> Downstream.named(" ")).hasMessageContaining("needs a name");
        assertThatThrownBy(() -> Downstream.named("users").build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'users' needs a limit");
        assertThatThrownBy(() -> Downstream.of("users", 0)).hasMessageContaining("at least 1 call");
        assertThatThrownBy(() -> Downstream.named("users").queue(-1)).hasMessageContaining("at least 0");
        assertThatThrownBy(() -> FanOut.within(LONG).atOnce(0)).hasMessageContaining("at least 1 part");
    }
}
