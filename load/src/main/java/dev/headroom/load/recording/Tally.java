package dev.headroom.load.recording;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What has become of requests so far: of all of a phase, or of one kind. Used on the loop's thread only. */
class Tally {

    private final LatencyRecorder fromDue = new LatencyRecorder();
    private final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    private long ended;
    private long succeeded;
    private double sum;
    private double squares;
    private long failedNanos;

    void succeeded(long due, long begun, long now) {
        ended++;
        succeeded++;
        fromDue.record(now - due);
        double took = (now - begun) / 1e9;
        sum += took;
        squares += took * took;
    }

    void failed(long due, ErrorKind kind, long now) {
        ended++;
        // of one that never had a connection some tools do not tell how long it waited
        if (kind.isTimeout() && now > due) {
            fromDue.gaveUp(now - due);
        }
        errors.merge(kind, 1L, Long::sum);
        failedNanos += kind.isAnswer() ? Math.max(0, now - due) : 0;
    }

    /** Of those that the service ended, from their intended start; empty where there is none. */
    Optional<Duration> failedMean() {
        long answers = ErrorKind.answers(errors);
        return answers == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(failedNanos / answers));
    }

    /** In flight since then, when the load was over: it has not ended. */
    void unfinished(long due, long now) {
        fromDue.unfinished(now - due);
    }

    long ended() {
        return ended;
    }

    long succeeded() {
        return succeeded;
    }

    long failed() {
        return ended - succeeded;
    }

    Map<ErrorKind, Long> errors() {
        return errors;
    }

    /** Response times from the intended start. Those that went on changing, as where a backlog grows, have no interval of their mean. */
    Latency latency() {
        return fromDue.latency(!fromDue.trend());
    }

    /** The same of parts that went on beside each other: nobody knows how much their means vary together. */
    Latency latencyOfParts() {
        return fromDue.latency(false);
    }

    /** The same in seconds from their actual start, added up. */
    double seconds() {
        return sum;
    }

    /** The same, squared. */
    double squares() {
        return squares;
    }
}
