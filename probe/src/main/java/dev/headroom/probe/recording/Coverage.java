package dev.headroom.probe.recording;

import dev.headroom.core.model.observation.Observation.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the recording of waits cheap: after {@link #BURST} of them it is turned off for {@link #REST}, and on again. Long
 * stretches on and off, rather than a higher threshold or a throttle, because those would choose among the waits by their
 * length and bend the mean. Remembers when it was on, so that rates are taken over that time alone.
 */
final class Coverage {

    private static final int BURST = 60_000;
    private static final Duration REST = Duration.ofSeconds(20);

    /** From when it is told to go on until it does, at most: the switch acts with the next look, and looks are no more than 30 s apart. */
    private static final long LATEST_MICROS = Duration.ofSeconds(30).toNanos() / 1_000;

    private static final long NEVER = Long.MAX_VALUE;

    private record Stretch(long fromMicros, long toMicros) {}

    private final Consumer<Boolean> switched;
    private final List<Stretch> off = new ArrayList<>();
    private int seen;
    private long resting = NEVER;

    /** When it was told to go on, until it is known since when it does. */
    private long told = NEVER;

    /** When the next burst was full, where that was read before it is known since when it is on. */
    private long full = NEVER;

    Coverage(Consumer<Boolean> switched) {
        this.switched = switched;
    }

    /** What was before is not known. */
    synchronized void begin(Instant at) {
        off.add(new Stretch(0, micros(at)));
    }

    synchronized void count(Instant at) {
        long micros = micros(at);
        if (told != NEVER && micros <= told) {
            return; // of before the rest, and read only now
        }
        seen++;
        if (seen == BURST) {
            if (told == NEVER) {
                resting = micros;
            } else {
                full = micros;
            }
            switched.accept(false);
        }
    }

    /** Called every second of the recording, with its time. */
    synchronized void tick(Instant at) {
        long micros = micros(at);
        if (seen >= BURST
                && full == NEVER
                && at.isAfter(Instant.EPOCH.plus(resting, ChronoUnit.MICROS).plus(REST))) {
            seen = 0;
            told = micros;
            switched.accept(true);
        } else if (told != NEVER && micros > told + LATEST_MICROS) {
            goesOnSince(told + LATEST_MICROS);
        }
    }

    /** The JVM says that it recorded all waits then: what it said of before it was told to go on again is of before the rest. */
    synchronized void records(long micros) {
        if (told != NEVER && micros > told) {
            goesOnSince(micros);
        }
    }

    /** All that was recorded until now has been read. A burst that was full before it is known since when it was on tells nothing. */
    synchronized void flushed() {
        if (full != NEVER) {
            goesOnSince(full);
        }
    }

    private void goesOnSince(long micros) {
        off.add(new Stretch(resting, micros));
        resting = full == NEVER ? NEVER : Math.max(full, micros);
        told = NEVER;
        full = NEVER;
    }

    /** What was recorded then is no longer there. */
    synchronized void leaveOut(long fromMicros, long toMicros) {
        off.add(new Stretch(fromMicros, toMicros));
    }

    /** What was before is not asked for. */
    synchronized void forget(long beforeMicros) {
        off.removeIf(stretch -> stretch.toMicros() < beforeMicros);
    }

    synchronized boolean covers(long micros) {
        return !(micros >= resting && micros < until())
                && off.stream().noneMatch(stretch -> micros >= stretch.fromMicros() && micros < stretch.toMicros());
    }

    synchronized double seconds(Window window) {
        long from = micros(window.start());
        long to = micros(window.end());
        List<Stretch> all = new ArrayList<>(off);
        if (resting != NEVER) {
            all.add(new Stretch(resting, until()));
        }
        all.sort(Comparator.comparingLong(Stretch::fromMicros));
        long covered = 0;
        long until = from;
        for (Stretch stretch : all) {
            covered += Math.max(0, Math.min(to, stretch.fromMicros()) - until);
            until = Math.max(until, Math.min(to, stretch.toMicros()));
        }
        return (covered + to - until) / 1e6;
    }

    /** The end of the rest at the latest. */
    private long until() {
        return told == NEVER || full != NEVER ? NEVER : told + LATEST_MICROS;
    }

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }
}
