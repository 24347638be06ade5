package dev.headroom.fanout;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A downstream whose calls misbehave at random, and that counts for itself what the library says of it. */
final class SoakService {
    /** The answer of the part of this number, or its failure. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1;

        final long id;

        Broken(long id) {
            super("broken " + id);
            this.id = id;
        }
    }

    final Downstream downstream;
    final int mostAllowed;
    final LongAdder submitted = new LongAdder();
    final LongAdder told = new LongAdder();
    final LongAdder abandoned = new LongAdder();
    final LongAdder returned = new LongAdder();
    final AtomicInteger threads = new AtomicInteger();
    final AtomicInteger mostInside = new AtomicInteger();
    final AtomicReference<@Nullable String> tooMany = new AtomicReference<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final SoakLimit limit;

    /** When this thread asked for the permit that it calls with, and when all who are inside did. */
    private final ThreadLocal<Long> asked = ThreadLocal.withInitial(System::nanoTime);

    private final Set<AtomicLong> asks = ConcurrentHashMap.newKeySet();
    private final long seed;

    /** @param mostAllowed the most that the limit ever is */
    SoakService(String name, Limit limit, int mostAllowed, int queue, long seed) {
        this.mostAllowed = mostAllowed;
        this.seed = seed;
        this.limit = new SoakLimit(limit);
        this.downstream = Downstream.named(name)
                .limit(this.limit)
                .hedgeBudget(0.5)
                .queue(queue)
                .threads(this::newThread)
                .listener(new DownstreamListener() {
                    @Override
                    public void ended(Ended call) {
                        told.increment();
                    }

                    @Override
                    public void abandoned(String ofDownstream, String part) {
                        abandoned.increment();
                    }

                    @Override
                    public void returned(String ofDownstream, String part, long heldNanos) {
                        returned.increment();
                    }
                })
                .build();
    }

    /** One for each part that asks for a permit. */
    private Thread newThread(Runnable call) {
        submitted.increment();
        long now = System.nanoTime();
        return Thread.ofVirtual().unstarted(() -> {
            threads.incrementAndGet();
            asked.set(now);
            try {
                call.run();
            } finally {
                threads.decrementAndGet();
            }
        });
    }

    /** Answers its number, most of the time. */
    Long ask(long id, SoakService next) throws Exception {
        var mine = new AtomicLong(asked.get());
        asks.add(mine);
        long before = oldest();
        int now = inside.incrementAndGet();
        mostInside.accumulateAndGet(now, Math::max);
        try {
            compare(now, Math.min(before, oldest()));
            misbehave(id, new SplittableRandom(seed ^ id), next);
            return id;
        } finally {
            inside.decrementAndGet();
            asks.remove(mine);
        }
    }

    /** The last of those inside was let in after the first had asked, by what the limit was then: at least as many. */
    private void compare(int now, long since) {
        int allowed = limit.highestSince(since);
        if (now > allowed) {
            tooMany.set(now + " inside, but the limit of " + downstream.name() + " was " + allowed + " at most, from "
                    + Duration.ofNanos(System.nanoTime() - since) + " ago on");
        }
    }

    private long oldest() {
        long now = System.nanoTime();
        return now - asks.stream().mapToLong(ask -> now - ask.get()).max().orElse(0);
    }

    /** On the thread that asks; with a permit of its own, where that holds none. */
    Long askHere(long id, SoakService next) throws Exception {
        if (Hold.ofThisThread(Standing.current().hold(), downstream) == null) {
            submitted.increment();
            long now = System.nanoTime();
            return downstream.call(() -> {
                long before = asked.get();
                asked.set(now);
                try {
                    return ask(id, next);
                } finally {
                    asked.set(before);
                }
            });
        }
        return downstream.call(() -> id);
    }

    private static void misbehave(long id, SplittableRandom random, SoakService next) throws Exception {
        int what = random.nextInt(1_000);
        if (what < 650) {
            return;
        }
        if (what < 800) {
            Thread.sleep(Duration.ofNanos(random.nextLong(100_000, 2_000_000)));
        } else if (what < 850) {
            deafFor(random.nextLong(100_000, 5_000_000));
        } else if (what < 900) {
            throw new Broken(id);
        } else if (what < 910) {
            throw new SocketTimeoutException("read");
        } else if (what < 912) {
            throw new StackOverflowError("deep");
        } else if (what < 920) {
            Thread.sleep(
                    Deadline.current().left().plusMillis(1).compareTo(Duration.ofSeconds(1)) < 0
                            ? Deadline.current().left().plusMillis(1)
                            : Duration.ofMillis(1));
        } else if (what < 950) {
            FanOut.within(Duration.ofMillis(random.nextInt(1, 20)))
                    .call(
                            Part.part(next.downstream, () -> next.ask(-id, next)),
                            Part.part(next.downstream, () -> -id).orElse(-id),
                            (a, b) -> a);
        } else if (what < 990) {
            next.askHere(-id, next);
        } else {
            try (Permit permit = next.enter()) {
                Thread.yield();
            }
        }
    }

    private Permit enter() throws Exception {
        if (Hold.ofThisThread(Standing.current().hold(), downstream) == null) {
            submitted.increment();
        }
        return downstream.enter();
    }

    /** As drivers that swallow interrupts. */
    private static void deafFor(long nanos) throws IOException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            if (Thread.interrupted()) {
                Thread.yield();
            }
            LockSupport.parkNanos(left);
        }
    }
}
