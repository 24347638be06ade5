package dev.headroom.load.process;

import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import java.time.Duration;
import java.util.Optional;

/**
 * How long what puts load for us may take: as long as it was asked to, and as much more as its start, its last answers and its end need. Where it was asked for
 * no time there is none at which it has to end.
 *
 * @param who puts the load, as users call it
 * @param asked empty where it decides by itself
 * @param patience how long its users may wait for an answer
 * @param around its start, and what it has to do at its end
 */
public record TimeAllowed(String who, Optional<Duration> asked, Duration patience, Duration around) {

    /** A tool on the JVM takes seconds to start and to end, one that logs users in before may take many. */
    public static final Duration START_AND_END = Duration.ofSeconds(60);

    /** What is late by less is not worth a line; the next one comes when it is late by twice as much. */
    private static final Duration FIRST_TOLD = Duration.ofSeconds(10);

    public TimeAllowed(String who, Optional<Duration> asked, Duration patience) {
        this(who, asked, patience, START_AND_END);
    }

    private Duration more() {
        return patience.plus(around);
    }

    /**
     * What is waited for, in words that change when it is late by twice as much; empty while nothing is late.
     *
     * @param ran since it was started
     * @param begun whether it has told of a request, or tells of none
     */
    public Optional<String> waitedFor(Duration ran, boolean begun) {
        if (!begun) {
            return told(ran).map(late -> who + " has told of no request within " + time(late));
        }
        return asked.flatMap(length -> told(ran.minus(length))
                .map(late -> who + " was to end after " + time(length) + ", and goes on for " + time(late)
                        + " more; it is ended after " + time(more()) + " more"));
    }

    /** 10, 20, 40 ... s. */
    private static Optional<Duration> told(Duration late) {
        Duration told = FIRST_TOLD;
        while (told.multipliedBy(2).compareTo(late) <= 0) {
            told = told.multipliedBy(2);
        }
        return late.compareTo(FIRST_TOLD) < 0 ? Optional.empty() : Optional.of(told);
    }

    /** Why it is ended, and what to do; empty where it may go on. */
    public Optional<String> over(Duration ran) {
        return asked.filter(length -> ran.compareTo(length.plus(more())) > 0)
                .map(
                        length -> who + " was to end after " + time(length) + ", and was ended after " + time(ran)
                                + ", with all that it had started: " + time(around) + " for its start and end and "
                                + time(patience)
                                + " for the last answers were not enough. Let the script end by the time that it is told, or write"
                                + " in `for` how long it takes; where its users wait longer for an answer, write that in `timeout`");
    }

    /** Why one that has told of no request is ended, and what to do; empty where it may go on. */
    public Optional<String> neverBegan(Duration ran) {
        return ran.compareTo(more()) > 0
                ? Optional.of(
                        who + " told of no request within " + time(ran)
                                + ", and was ended, with all that it had started. Try the script by itself: does it send requests"
                                + " at once, and to the service's address? Where its first answer takes longer, write that in `timeout`")
                : Optional.empty();
    }

    private static String time(Duration time) {
        return Numbers.time(Times.seconds(time));
    }
}
