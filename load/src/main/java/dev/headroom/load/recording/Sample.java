package dev.headroom.load.recording;

import dev.headroom.core.model.result.ErrorKind;
import java.util.Optional;

/**
 * One request as a load tool of somebody else's told of it.
 *
 * @param label the tool's name for the kind of request
 * @param startMicros when it was sent or, where the tool knows it, when it was meant to be sent: microseconds since the epoch
 * @param endMicros when its answer or its error was there: microseconds since the epoch
 * @param error what became of it; empty where it succeeded
 * @param detail what the tool says of an error, e.g. a status or an exception; empty text where it says nothing
 */
public record Sample(String label, long startMicros, long endMicros, Optional<ErrorKind> error, String detail) {

    /** The same, which was no good answer after all. */
    public Sample failing(ErrorKind kind) {
        return new Sample(label, startMicros, endMicros, Optional.of(kind), detail);
    }

    /** How long it took; 0 where the tool's clocks contradict each other. */
    long tookMicros() {
        return Math.max(0, endMicros - startMicros);
    }
}
