package dev.headroom.fanout;

import dev.headroom.fanout.FanOutException.CallFailed;
import dev.headroom.fanout.FanOutException.DeadlineExpired;
import dev.headroom.fanout.FanOutException.Rejected;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Says what went wrong, so that the reader of a log knows the part, the times, and who holds the permits. */
final class Failures {
    private static final int NAMED = 8;

    private Failures() {}

    static CallFailed failed(Attempt<?> attempt, Throwable cause) {
        return new CallFailed(
                attempt.name(),
                attempt.downstream().name(),
                "part '" + attempt.name() + "' failed after " + Text.ofNanos(attempt.calledNanos()) + ": " + cause,
                cause);
    }

    /** @param held as many permits as were when it was: those of the same fan-out are back by now */
    static Rejected rejected(String part, Downstream downstream, int held, int waiting, Caller caller) {
        return new Rejected(
                part,
                downstream.name(),
                "part '" + part + "' was rejected: of downstream '" + downstream.name() + "' "
                        + permits(downstream, held, waiting)
                        + (caller.equals(Caller.ANYBODY)
                                ? ""
                                : "; a call that is " + caller + " has a share of them only"),
                downstream.gate().limit(),
                held,
                downstream.gate().queue(),
                waiting);
    }

    static DeadlineExpired noPermit(Downstream downstream, long waited) {
        return new DeadlineExpired(
                downstream.name(),
                downstream.name(),
                "downstream '" + downstream.name() + "' had no permit free for " + Text.ofNanos(waited) + ": "
                        + permits(downstream),
                false);
    }

    /** The first of those that were late is the one that is named; some others are in the message. */
    static DeadlineExpired expired(Attempt<?> first, Collection<Awaited<?>> expired) {
        List<String> others = expired.stream()
                .filter(attempt -> attempt != first)
                .map(attempt -> "'" + attempt.name() + "'")
                .toList();
        String late = others.stream().limit(NAMED).collect(Collectors.joining(", "))
                + (others.size() > NAMED ? " and " + (others.size() - NAMED) + " more" : "");
        return new DeadlineExpired(
                first.name(),
                first.downstream().name(),
                "part '" + first.name() + "' had no answer in time: it " + whatItDid(first)
                        + (others.isEmpty() ? "" : "; late as well: " + late),
                first.wasStarted());
    }

    static DeadlineExpired notBegun(Downstream downstream) {
        return new DeadlineExpired(
                downstream.name(),
                downstream.name(),
                "the call to downstream '" + downstream.name() + "' had not been begun when its deadline passed",
                false);
    }

    /** A mistake of the program, not of the downstream, so no fallback takes it. */
    static IllegalStateException circle(Downstream downstream) {
        return new IllegalStateException("a call to downstream '" + downstream.name()
                + "' would wait for those who wait for it, and nobody would go on: " + permits(downstream)
                + ", and all of them by who waits for calls like this one. Where a call is made within another one of the same"
                + " downstream, make it by Downstream.call on the same thread, which takes no second permit; give nested"
                + " calls a downstream of their own; let 'a' call 'b' or 'b' call 'a', not both");
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
