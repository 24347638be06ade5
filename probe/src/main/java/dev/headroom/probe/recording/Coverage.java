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

    private record Stretch(long fromMicros, long toMicros) {}

    private final Consumer<Boolean> switched;
    private final List<Stretch> off = new ArrayList<>();
    private int seen;
    private Instant resting = Instant.MAX;

    Coverage(Consumer<Boolean> switched) {
        this.switched = switched;
    }

    /** What was before is not known. */
    synchronized void begin(Instant at) {
        off.add(new Stretch(0, micros(at)));
    }

    synchronized void count(Instant at) {
        seen++;
        if (seen == BURST) {
            resting = at;
            switched.accept(false);
        }
    }

    /** Called every second of the recording, with its time. */
    synchronized void tick(Instant at) {
        if (seen >= BURST && at.isAfter(resting.plus(REST))) {
            // the switch takes effect with the next sample; a second is left out on its behalf
            off.add(new Stretch(micros(resting), micros(at.plusSeconds(1))));
            seen = 0;
            resting = Instant.MAX;
            switched.accept(true);
        }
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
        return !(seen >= BURST && micros >= micros(resting))
                && off.stream().noneMatch(stretch -> micros >= stretch.fromMicros() && micros < stretch.toMicros());
    }

    synchronized double seconds(Window window) {
        long from = micros(window.start());
        long to = micros(window.end());
        List<Stretch> all = new ArrayList<>(off);
        if (seen >= BURST) {
            all.add(new Stretch(micros(resting), to));
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

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }
}
