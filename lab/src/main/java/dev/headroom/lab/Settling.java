package dev.headroom.lab;

import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * Whether what a request takes has stopped falling: its response time and its processor time, from one slice of a warm-up to the next. A
 * JVM that still loads classes, compiles and connects takes less with each of them.
 */
final class Settling {

    /** Response time that falls by less than this, relative, has settled. */
    private static final double RESPONSE = 0.1;

    /** Processor time is shared with the compiler and the collector, and so is rougher. */
    private static final double PROCESSOR = 0.2;

    /** Seconds: the system counts processor time in ticks of 10 ms. */
    private static final double TICKS = 0.03;

    /**
     * @param answers good ones
     * @param response mean seconds of an answer
     * @param cpu processor seconds that the service used; NaN where the system does not tell
     */
    record Slice(long answers, double response, double cpu) {
        double cpuPerAnswer() {
            return cpu / answers;
        }
    }

    private Optional<Slice> before = Optional.empty();
    private Optional<Slice> last = Optional.empty();

    void add(Slice slice) {
        before = last;
        last = Optional.of(slice);
    }

    boolean settled() {
        return unsettled().isEmpty();
    }

    /** What still falls, or that too little was seen, for the reader; empty where nothing falls. */
    Optional<String> unsettled() {
        if (before.isEmpty() || last.isEmpty()) {
            return Optional.of("too little was answered to tell whether it had settled");
        }
        Slice earlier = before.get();
        Slice later = last.get();
        if (later.response() < (1 - RESPONSE) * earlier.response()) {
            return Optional.of("response time still fell, from " + Numbers.time(earlier.response()) + " to "
                    + Numbers.time(later.response()));
        }
        double saved = (earlier.cpuPerAnswer() - later.cpuPerAnswer()) * Math.min(earlier.answers(), later.answers());
        return saved > TICKS && later.cpuPerAnswer() < (1 - PROCESSOR) * earlier.cpuPerAnswer()
                ? Optional.of("processor time of an answer still fell, from " + Numbers.time(earlier.cpuPerAnswer())
                        + " to " + Numbers.time(later.cpuPerAnswer()))
                : Optional.empty();
    }
}
