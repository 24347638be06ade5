package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AtOnceTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Downstream users = Downstream.of("users", 100);

    @Test
    void hasNoMoreOutThanItMay() throws InterruptedException {
        var out = new AtomicInteger();
        var most = new AtomicInteger();
        List<Integer> items = IntStream.range(0, 1_000).boxed().toList();

        List<Integer> answers = FanOut.within(LONG)
                .atOnce(3)
                .all(
                        items,
                        n -> part(users, () -> {
                            most.accumulateAndGet(out.incrementAndGet(), Math::max);
                            Thread.yield();
                            out.decrementAndGet();
                            return n;
                        }));

        assertThat(answers).isEqualTo(items);
        assertThat(most.get()).isBetween(1, 3);
        assertThat(users.usage().succeeded()).isEqualTo(1_000);
    }

    @Test
    void passesAGateThatIsNarrowerThanTheCollection() throws InterruptedException {
        Downstream narrow = Downstream.named("narrow").limit(2).queue(0).build();

        assertThat(FanOut.within(LONG)
                        .atOnce(2)
                        .all(IntStream.range(0, 100).boxed().toList(), n -> part(narrow, () -> n)))
                .hasSize(100);
        assertThat(narrow.usage().rejected()).isZero();
    }

    @Test
    void aLongCollectionDoesNotRejectItself() throws InterruptedException {
        Downstream narrow = Downstream.named("narrow").limit(2).queue(0).build();
        List<Integer> items = IntStream.range(0, 100).boxed().toList();

        assertThat(FanOut.within(LONG).all(items, n -> part(n % 2 == 0 ? narrow : users, () -> n)))
                .isEqualTo(items);
        assertThat(narrow.usage().rejected()).isZero();
    }

    @Test
    void aCollectionThatIsRejectedOnceGoesOnWithWhatItHas() throws Exception {
        Downstream busy = Downstream.named("busy").limit(2).queue(2).build();
        List<Permit> others = entered(busy, 2);
        Thread waiting = Thread.ofVirtual().start(() -> callOnce(busy));
        Eventually.until(() -> busy.usage().waiting() == 1);
        Thread ending = closedOnceOneIsRejected(busy, others);

        List<Settled<Integer>> all =
                FanOut.within(LONG).allSettled(IntStream.range(0, 50).boxed().toList(), n -> part(busy, () -> n));

        assertThat(all).filteredOn(Settled.Failed.class::isInstance).hasSize(1);
        waiting.join();
        ending.join();
    }

    /** Fewer than the gate lets through: it is woken by those that end all the same. */
    @Test
    void aShortCollectionThatIsRejectedOnceGoesOnAsWell() throws Exception {
        Downstream busy = Downstream.named("busy").limit(8).queue(8).build();
        List<Permit> others = entered(busy, 8);
        List<Thread> waiting = IntStream.range(0, 6)
                .mapToObj(one -> Thread.ofVirtual().start(() -> callOnce(busy)))
                .toList();
        Eventually.until(() -> busy.usage().waiting() == 6);
        Thread ending = closedOnceOneIsRejected(busy, others);

        List<Settled<Integer>> all =
                FanOut.within(LONG).allSettled(IntStream.range(0, 6).boxed().toList(), n -> part(busy, () -> n));

        assertThat(all).filteredOn(Settled.Failed.class::isInstance).hasSize(1);
        assertThat(busy.usage().rejected()).isEqualTo(1);
        for (Thread one : waiting) {
            one.join();
        }
        ending.join();
    }

    /** Others hold half of it all the while: one part is rejected, and the others take turns, also where each may be called twice. */
    @Test
    void aCollectionGoesOnWithWhatOthersLeave() throws Exception {
        for (boolean hedged : new boolean[] {false, true}) {
            Downstream shared = Downstream.named("shared").limit(8).queue(0).build();
            entered(shared, 4);

            FanOut.within(LONG).allSettled(IntStream.range(0, 100).boxed().toList(), n -> {
                Part<Integer> one = part(shared, () -> {
                    Thread.sleep(1);
                    return n;
                });
                return hedged ? one.hedged(Hedge.after(LONG)) : one;
            });

            assertThat(shared.usage().rejected()).as("hedged %s", hedged).isEqualTo(1);
        }
    }

    /** What is full is one downstream, and the other has room for all of its parts. */
    @Test
    void aFullDownstreamHoldsUpNoOther() throws Exception {
        Downstream full = Downstream.named("full").limit(10).queue(0).build();
        entered(full, 10);
        CountDownLatch all = new CountDownLatch(5);

        List<Settled<Integer>> answers = FanOut.within(LONG)
                .allSettled(
                        IntStream.range(0, 20).boxed().toList(),
                        n -> part(n % 2 == 0 ? full : users, () -> {
                            all.countDown();
                            all.await();
                            return n;
                        }));

        assertThat(answers).filteredOn(Settled.Failed.class::isInstance).hasSize(10);
    }

    private static Thread closedOnceOneIsRejected(Downstream downstream, List<Permit> permits) {
        return Thread.ofVirtual().start(() -> {
            while (downstream.usage().rejected() == 0) {
                Thread.onSpinWait();
            }
            permits.forEach(Permit::close);
        });
    }

    /** Each by a thread of its own, as others would. */
    private static List<Permit> entered(Downstream downstream, int permits) throws InterruptedException {
        List<Permit> entered = new CopyOnWriteArrayList<>();
        for (int i = 0; i < permits; i++) {
            Thread.ofVirtual().start(() -> entered.add(entered(downstream))).join();
        }
        return entered;
    }

    private static Permit entered(Downstream downstream) {
        try {
            return downstream.enter();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void callOnce(Downstream downstream) {
        try {
            downstream.call(() -> 0);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void beginsNoMoreAfterAFailure() {
        var calls = new AtomicInteger();

        assertThatThrownBy(() -> FanOut.within(LONG)
                        .atOnce(1)
                        .all(
                                List.of(1, 2, 3),
                                n -> part(users, () -> {
                                    calls.incrementAndGet();
                                    throw new IllegalStateException("broken");
                                })))
                .hasRootCauseMessage("broken");
        assertThat(calls).hasValue(1);
    }

    @Test
    void answersAnEmptyCollection() throws InterruptedException {
        assertThat(FanOut.within(LONG).all(List.<Part<String>>of())).isEmpty();
    }

    @Test
    void answersWithNulls() throws InterruptedException {
        assertThat(FanOut.within(LONG).all(List.of(1, 2), n -> part(users, () -> n == 1 ? null : n)))
                .containsExactly(null, 2);
    }
}
