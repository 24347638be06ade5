package dev.headroom.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.limit.Aimd;
import dev.headroom.fanout.limit.Gradient;
import dev.headroom.fanout.limit.Vegas;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls that fail, are late, deaf to interrupts, nested, hedged, and whose callers are interrupted, through gates whose
 * limits move; how many are out is held against the limit of the moment.
 * 100,000 by default; {@code -Dsoak.calls=1000000} for a million.
 */
@Tag("nightly")
class SoakIT {
    private static final long CALLS = Long.getLong("soak.calls", 100_000);
    private static final long SEED = Long.getLong("soak.seed", System.nanoTime());
    private static final int CALLERS = 48;
    private static final long FLAT_BYTES = 250_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final AtomicLong calls = new AtomicLong();
    private final ConcurrentHashMap<String, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final Wobbling wobbling = new Wobbling();
    private final FixedLimit resized = new FixedLimit(8);
    private long resizedAt = System.nanoTime();
    private final List<SoakService> services = List.of(
            new SoakService("fixed", Limit.fixed(12), 12, 12, SEED),
            new SoakService("tight", Limit.fixed(3), 3, 1, SEED),
            new SoakService("unqueued", Limit.fixed(8), 8, 0, SEED),
            new SoakService("aimd", new Aimd(2, 8, 20), 20, 10, SEED),
            new SoakService("vegas", new Vegas(2, 8, 20), 20, 10, SEED),
            new SoakService("gradient", new Gradient(2, 8, 20), 20, 10, SEED),
            new SoakService("wobbling", wobbling, Wobbling.MOST, 10, SEED),
            new SoakService("resized", resized, Wobbling.MOST, 10, SEED));

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void losesNothing() throws Exception {
        long start = System.nanoTime();
        callUntil(CALLS / 5);
        long early = liveHeap();
        callUntil(CALLS);
        long late = liveHeap();

        System.out.printf(
                "soak of %,d calls, seed %d: %d s; heap %,d bytes after a fifth, %,d at the end%n%s%n",
                calls.get(), SEED, Duration.ofNanos(System.nanoTime() - start).toSeconds(), early, late, mix());
        assertThat(late - early).isLessThan(FLAT_BYTES);
    }

    private void callUntil(long until) throws Exception {
        List<SoakCaller> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            var caller = new SoakCaller(services, calls, until, random.split(), outcomes);
            callers.add(caller);
            threads.add((i % 4 == 0 ? Thread.ofPlatform() : Thread.ofVirtual()).start(caller));
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(random.nextInt(CALLERS)).interrupt();
            wobbling.move(random);
            resize();
            services.forEach(SoakIT::looksRight);
            Thread.sleep(1);
        }
        assertThat(callers).extracting(caller -> caller.wrong).containsOnlyNulls();
        for (SoakService service : services) {
            Eventually.until(() -> service.downstream.usage().inFlight() == 0 && service.threads.get() == 0);
            addsUp(service);
        }
    }

    /** Seldom enough for a limit that went down to be seen to bind. */
    private void resize() {
        long now = System.nanoTime();
        if (now - resizedAt > Duration.ofMillis(random.nextInt(200, 400)).toNanos()) {
            resizedAt = now;
            resized.resize(random.nextBoolean() ? random.nextInt(1, 4) : Wobbling.MOST);
            services.getLast().downstream.gate().grant();
        }
    }

    private static void looksRight(SoakService service) {
        Usage usage = service.downstream.usage();
        assertThat(usage.inFlight()).isBetween(0, service.mostAllowed);
        assertThat(usage.waiting()).isBetween(0, usage.queue());
        assertThat(service.mostInside.get()).isLessThanOrEqualTo(service.mostAllowed);
        assertThat(service.tooMany).hasNullValue();
    }

    private static void addsUp(SoakService service) throws InterruptedException {
        Eventually.until(() -> service.returned.sum() == service.abandoned.sum());
        // Listeners are told after callers
        Eventually.until(() -> service.told.sum() == service.submitted.sum());
        Usage usage = service.downstream.usage();
        looksRight(service);
        assertThat(usage.waiting()).isZero();
        assertThat(service.downstream.abandoned()).isEmpty();
        assertThat(sum(usage)).isEqualTo(service.submitted.sum());
        assertThat(usage.abandonedTotal()).isEqualTo(service.abandoned.sum());
        assertThat(usage.held()).isEqualTo(usage.succeeded() + usage.failed() + usage.abandonedTotal());
    }

    private static long sum(Usage usage) {
        return usage.succeeded() + usage.failed() + usage.expired() + usage.cancelled() + usage.rejected();
    }

    private static long liveHeap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            // The collector's own helpers end their work after it
            Thread.sleep(100);
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private String mix() {
        Map<String, Long> callers = new TreeMap<>();
        outcomes.forEach((outcome, count) -> callers.put(outcome, count.sum()));
        var text = new StringBuilder("callers: ").append(callers);
        for (SoakService service : services) {
            Usage usage = service.downstream.usage();
            text.append(String.format(
                    "%n%-9s limit now %2d, at most %2d inside: %,d succeeded, %,d failed, %,d expired, %,d cancelled,"
                            + " %,d rejected; %,d abandoned, %,d hedges, %,d won",
                    usage.downstream(),
                    usage.limit(),
                    service.mostInside.get(),
                    usage.succeeded(),
                    usage.failed(),
                    usage.expired(),
                    usage.cancelled(),
                    usage.rejected(),
                    usage.abandonedTotal(),
                    usage.hedges(),
                    usage.hedgesWon()));
        }
        return text.toString();
    }

    /** Goes up and down whatever is in flight. */
    private static final class Wobbling implements Limit {
        static final int MOST = 16;
        private volatile int now = 8;

        void move(SplittableRandom random) {
            now = random.nextInt(1, MOST + 1);
        }

        @Override
        public int current() {
            return now;
        }

        @Override
        public void ended(long calledNanos, int inFlight, boolean dropped) {}
    }
}
