package dev.headroom.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Makes one fan-out after the other, of random shape, and looks at what each comes to. */
final class SoakCaller implements Runnable {
    /** Longer than all that a call may take: who waits as long was forgotten. */
    private static final Duration LONG = Duration.ofSeconds(100);

    private final List<SoakService> services;
    private final AtomicLong calls;
    private final long until;
    private final SplittableRandom random;
    private final ConcurrentHashMap<String, LongAdder> outcomes;
    private final Hedge hedge = Hedge.atPercentile(0.8, Duration.ofMillis(2));
    volatile @Nullable Throwable wrong;

    /**
     * @param calls made so far, by all callers
     * @param until how many those are to become
     */
    SoakCaller(
            List<SoakService> services,
            AtomicLong calls,
            long until,
            SplittableRandom random,
            ConcurrentHashMap<String, LongAdder> outcomes) {
        this.services = services;
        this.calls = calls;
        this.until = until;
        this.random = random;
        this.outcomes = outcomes;
    }

    @Override
    public void run() {
        try {
            while (calls.get() < until) {
                Thread.interrupted();
                String outcome = random.nextInt(10) == 0 ? callHere() : fanOut();
                outcomes.computeIfAbsent(outcome, key -> new LongAdder()).increment();
            }
        } catch (Throwable thrown) {
            wrong = thrown;
        }
    }

    private String callHere() {
        long id = calls.incrementAndGet();
        SoakService service = any();
        Duration timeout = timeout();
        SoakService next = any();
        try {
            assertThat(Deadline.callWithin(timeout, () -> service.askHere(id, next)))
                    .isEqualTo(id);
            return "own: answered";
        } catch (AssertionError wrongAnswer) {
            throw wrongAnswer;
        } catch (Throwable thrown) {
            return "own: " + thrown.getClass().getSimpleName();
        }
    }

    private String fanOut() {
        int size = random.nextInt(1, 9);
        long first = calls.getAndAdd(size) + 1;
        boolean ample = random.nextInt(5) == 0;
        Duration timeout = ample ? LONG : timeout();
        List<Part<Long>> parts = new ArrayList<>();
        Set<Long> failing = ConcurrentHashMap.newKeySet();
        for (long id = first; id < first + size; id++) {
            parts.add(part(id, ample));
            failing.add(id);
        }
        try {
            check(answers(FanOut.within(timeout), parts), first);
            return "answered";
        } catch (InterruptedException told) {
            return "interrupted";
        } catch (FanOutException.Rejected full) {
            return "rejected";
        } catch (FanOutException.DeadlineExpired late) {
            assertThat(timeout).as("waited in vain: %s", late.getMessage()).isNotEqualTo(LONG);
            return "late";
        } catch (FanOutException.CallFailed failed) {
            if (failed.getCause() instanceof SoakService.Broken broken) {
                assertThat(Math.abs(broken.id)).isBetween(first, first + size - 1);
            }
            return "failed";
        }
    }

    private Part<Long> part(long id, boolean ample) {
        SoakService service = any();
        SoakService next = any();
        Part<Long> part = Part.part(service.downstream, () -> service.ask(id, next));
        int calls = random.nextInt(6);
        if (calls == 0) {
            part = part.hedged(Hedge.after(Duration.ofNanos(random.nextLong(1_000, 1_000_000))));
        } else if (calls == 1) {
            part = Part.first(part, Part.part(next.downstream, () -> next.ask(id, service)));
        } else if (calls == 2) {
            part = part.hedged(hedge);
        }
        if (!ample && random.nextInt(4) == 0) {
            part = part.within(Duration.ofNanos(random.nextLong(100_000, 3_000_000)));
        }
        return random.nextInt(3) == 0 ? part : part.orElse(fallback(id));
    }

    private List<Long> answers(FanOut fanOut, List<Part<Long>> parts) throws InterruptedException {
        if (random.nextBoolean()) {
            return fanOut.atOnce(random.nextInt(1, 9)).all(parts);
        }
        return switch (parts.size()) {
            case 1 -> List.of(fanOut.call(parts.get(0)));
            case 2 -> fanOut.call(parts.get(0), parts.get(1), List::of);
            case 3 -> fanOut.call(parts.get(0), parts.get(1), parts.get(2), List::of);
            case 4 -> fanOut.call(parts.get(0), parts.get(1), parts.get(2), parts.get(3), List::of);
            default -> fanOut.all(parts);
        };
    }

    private static void check(List<Long> answers, long first) {
        for (int i = 0; i < answers.size(); i++) {
            long id = first + i;
            assertThat(answers.get(i)).isIn(id, fallback(id));
        }
    }

    /** Of this part and no other. */
    private static Long fallback(long id) {
        return Long.MIN_VALUE + id;
    }

    private Duration timeout() {
        return Duration.ofNanos(random.nextLong(200_000, 20_000_000));
    }

    private SoakService any() {
        return services.get(random.nextInt(services.size()));
    }
}
