package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.FanoutProperties;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/** Looks at all limits every so often, on one thread, and keeps what it saw for the length of the window. */
public class LimitWatch implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(LimitWatch.class);

    private final ObjectProvider<LimitSource> sources;
    private final Duration window;
    private final Duration interval;
    private final Deque<Look> looks = new ArrayDeque<>();
    private final Set<Class<?>> unreadable = new HashSet<>();
    private @Nullable ScheduledExecutorService timer;

    LimitWatch(ObjectProvider<LimitSource> sources, FanoutProperties.Limits properties) {
        this.sources = sources;
        this.window = properties.window();
        this.interval = properties.interval();
    }

    @Override
    public synchronized void start() {
        timer = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("fanout-limits").factory());
        var unused = timer.scheduleAtFixedRate(this::lookAgain, 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdownNow();
            timer = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }

    /** The looks of the window, the oldest first, and one that is taken now. */
    synchronized List<Look> looks() {
        look();
        return new ArrayList<>(looks);
    }

    /** What is thrown out of a scheduled task ends it, for good and in silence. */
    private void lookAgain() {
        try {
            look();
        } catch (Throwable thrown) {
            LOG.warn("a look at the limits failed; the next comes in {}", interval, thrown);
        }
    }

    private synchronized void look() {
        Map<String, LimitReading> readings = new LinkedHashMap<>();
        sources.orderedStream().forEach(source -> {
            try {
                source.read().forEach(reading -> readings.put(reading.name(), reading));
            } catch (Throwable e) {
                // One that cannot be read must not hide the others
                if (unreadable.add(source.getClass())) {
                    LOG.warn(
                            "limits that cannot be read, told once: {}",
                            source.getClass().getName(),
                            e);
                }
            }
        });
        long now = System.nanoTime();
        looks.addLast(new Look(now, readings));
        while (looks.size() > 2 && now - looks.getFirst().nanos() > window.toNanos()) {
            looks.removeFirst();
        }
    }

    /** The limits from the outside in. */
    static List<LimitReading> inOrder(Look look) {
        return look.readings().values().stream()
                .sorted(Comparator.comparing(LimitReading::kind).thenComparing(LimitReading::name))
                .toList();
    }

    /**
     * @param nanos when, on the clock of {@link System#nanoTime()}
     * @param readings by name
     */
    record Look(long nanos, Map<String, LimitReading> readings) {}
}
