package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LookingIT {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MANY = 100;
    private static final int THOUSAND = 1_000;

    private final CountDownLatch never = new CountDownLatch(1);

    private Optional<String> look(int one) {
        if (one == 5 || one == 6) {
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    continue; // as a read that the kernel does not end
                }
            }
        }
        if (one == 7) {
            throw new IllegalStateException("unreadable");
        }
        return one % 2 == 0 ? Optional.empty() : Optional.of("seen " + one);
    }

    @Tag("nightly")
    @Test
    void whoeverHasManyThatAreLateLeavesFewThreadsBehindAndHidesNobodyElse() {
        AtomicInteger stuck = new AtomicInteger();
        List<Integer> all = IntStream.range(0, THOUSAND + MANY).boxed().toList();
        List<String> seen = Looking.at(
                        all,
                        one -> one < THOUSAND ? "hostile" : "ours",
                        one -> {
                            if (one < THOUSAND) {
                                stuck.incrementAndGet();
                                return look(5);
                            }
                            return Optional.of("seen " + one);
                        },
                        PATIENCE,
                        one -> Optional.of("late " + one))
                .toList();
        assertThat(seen).hasSize(THOUSAND + MANY).startsWith("late 0");
        assertThat(seen).filteredOn(one -> one.startsWith("seen")).hasSize(MANY);
        assertThat(stuck).hasValueLessThanOrEqualTo(Looking.MOST_LATE + Looking.AT_ONCE);
    }

    @AfterEach
    void release() {
        never.countDown();
    }

    @Test
    void whoeverIsLateOrFailsIsToldAsThatAndHoldsUpNobody() {
        List<Integer> all = IntStream.range(0, MANY).boxed().toList();
        List<String> seen = Looking.at(all, one -> one, this::look, PATIENCE, one -> Optional.of("late " + one))
                .toList();
        assertThat(seen).filteredOn(one -> one.startsWith("late")).containsExactly("late 5", "late 6", "late 7");
        assertThat(seen).hasSize(MANY / 2 + 1).startsWith("seen 1", "seen 3", "late 5", "late 6", "late 7", "seen 9");
    }
}
