package dev.headroom.fanout;

import dev.headroom.fanout.FanOutException.CallFailed;
import dev.headroom.fanout.FanOutException.DeadlineExceeded;
import dev.headroom.fanout.FanOutException.Rejected;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Says what went wrong, so that the reader of a log knows the part, the times, and who holds the permits. */
final class Failures {
    private static final int CAUSES = 16;

    private Failures() {}

    static CallFailed failed(Attempt<?> attempt, Throwable cause) {
        return new CallFailed(
                attempt.name(),
                attempt.downstream().name(),
                "part '" + attempt.name() + "' failed after " + Text.ofNanos(attempt.calledNanos()) + ": " + cause,
                cause);
    }

    /** @param held as many permits as were when it was: those of the same fan-out are back by now */
    static Rejected rejected(String part, Downstream downstream, int held) {
        return new Rejected(
                part,
                downstream.name(),
                "part '" + part + "' was rejected: of downstream '" + downstream.name() + "' "
                        + permits(downstream, held, downstream.usage().queue()));
    }

    static DeadlineExceeded noPermit(Downstream downstream, long waited) {
        return new DeadlineExceeded(
                downstream.name(),
                downstream.name(),
                "downstream '" + downstream.name() + "' had no permit free for " + Text.ofNanos(waited) + ": "
                        + permits(downstream));
    }

    /** The first of those that were late is the one that is named; the others are in the message. */
    static DeadlineExceeded late(Attempt<?> first, Collection<Attempt<?>> late) {
        List<String> others = late.stream()
                .filter(attempt -> attempt != first)
                .map(attempt -> "'" + attempt.name() + "'")
                .toList();
        return new DeadlineExceeded(
                first.name(),
                first.downstream().name(),
                "part '" + first.name() + "' had no answer in time: it " + whatItDid(first)
                        + (others.isEmpty()
                                ? ""
                                : others.stream().collect(Collectors.joining(", ", "; late as well: ", ""))));
    }

    /**
     * Whether it is for lack of time, the sign of an overload: a fan-out within the call, or a timeout as HTTP clients name
     * theirs.
     */
    static boolean isLate(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; i < CAUSES && cause != null; i++) {
            if (cause instanceof DeadlineExceeded
                    || cause instanceof InterruptedIOException
                    || cause.getClass().getSimpleName().endsWith("TimeoutException")) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static String whatItDid(Attempt<?> attempt) {
        long waited = attempt.waitedNanos();
        long called = attempt.calledNanos();
        if (!attempt.wasSubmitted()) {
            return "had not been begun";
        }
        if (!attempt.wasStarted()) {
            return "waited for " + Text.ofNanos(waited) + ": of downstream '"
                    + attempt.downstream().name() + "' " + permits(attempt.downstream());
        }
        return "called for " + Text.ofNanos(called)
                + (waited > 0 ? " after a wait of " + Text.ofNanos(waited) + " for a permit" : "");
    }

    private static String permits(Downstream downstream) {
        Usage usage = downstream.usage();
        return permits(downstream, usage.inFlight(), usage.waiting());
    }

    private static String permits(Downstream downstream, int inFlight, int inQueue) {
        Usage usage = downstream.usage();
        String held = inFlight + " of " + usage.limit() + " permits are held";
        String waiting = ", " + inQueue + " of " + usage.queue() + " wait";
        List<Downstream.Abandoned> abandoned = downstream.abandoned();
        if (abandoned.isEmpty()) {
            return held + waiting;
        }
        return held + ", " + abandoned.size()
                + " of them by calls that were given up and have not ended (the oldest for "
                + Text.of(abandoned.getFirst().held()) + ")" + waiting;
    }
}
