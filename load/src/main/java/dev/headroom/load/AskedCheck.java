package dev.headroom.load;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.text.Numbers;
import dev.headroom.load.recording.Sample;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Whether a load tool put the load that it was told of, by the requests that it tells of: so many users, for so long. */
final class AskedCheck {

    /** More requests in flight than users, by so much, were sent by more users. */
    private static final double TOO_MANY = 1.5;

    /** Microseconds. A tool starts before its first request, and lets its users in and out one after the other. */
    private static final double AROUND = 5e6;

    /** Of its time (0 to 1), which its users may be apart at their end. */
    private static final double SOONER = 0.1;

    /** The same where each user counts the time from its own start. */
    private static final double LATER = 0.25;

    /** Whose users pause does so at the end as well: as many times the longest time in which nothing ended. */
    private static final int PAUSES = 2;

    /** Kinds of requests that an iteration may have; a tool that tells of more gives each request a name of its own. */
    private static final int MOST_KINDS = 100;

    /** From fewer requests nobody knows how long its users pause. */
    private static final int FEWEST = 10;

    private final String engine;
    private final Load.Tool load;
    private long requests;
    private long firstSent;
    private long lastSent;
    private long lastEnd;
    private long pause;
    private final Set<String> kinds = new HashSet<>();
    /** When a kind of request was sent that none had been of before, in the time that the tool was told. */
    private long lastNew;

    AskedCheck(String engine, Load.Tool load) {
        this.engine = engine;
        this.load = load;
    }

    /** The tool tells of a request. */
    void request(Sample sample) {
        if (requests++ == 0) {
            firstSent = sample.startMicros();
            lastSent = sample.startMicros();
            lastEnd = sample.endMicros();
            lastNew = sample.startMicros();
        }
        boolean inTime = load.length()
                .filter(told -> sample.startMicros() - firstSent <= micros(told))
                .isPresent();
        if (kinds.size() < MOST_KINDS && inTime && kinds.add(sample.label())) {
            lastNew = Math.max(lastNew, sample.startMicros());
        }
        pause = Math.max(pause, sample.endMicros() - lastEnd);
        lastSent = Math.max(lastSent, sample.startMicros());
        lastEnd = Math.max(lastEnd, sample.endMicros());
    }

    /**
     * Why it put another load than it was told of; empty where it did not.
     *
     * @param ended by itself; one that was ended before had not the time to obey
     */
    Optional<String> disobeyed(LoadResult result, boolean ended) {
        return tooMany(result).or(() -> ended ? tooLong(result).or(this::tooShort) : Optional.empty());
    }

    /** A script that has more requests in flight than users was not put by so many users, whatever the reason. */
    private Optional<String> tooMany(LoadResult result) {
        double inFlight = usuallyInFlight(result);
        return load.users().isPresent() && inFlight > TOO_MANY * load.users().getAsInt() + 1
                ? Optional.of("the script was told of " + load.users().getAsInt()
                        + (load.users().getAsInt() == 1 ? " user, and had " : " users, and had ") + Math.round(inFlight)
                        + " requests in flight. Either it does not make of `users` the number of"
                        + " its users, or several parts of it have so many each, or a user sends several requests at"
                        + " once. Correct the script, or take `users` out of the load")
                : Optional.empty();
    }

    private static long usuallyInFlight(LoadResult result) {
        return result.series().stream()
                .mapToLong(LoadResult.Second::inFlight)
                .sorted()
                .skip(result.series().size() / 2)
                .findFirst()
                .orElse(0);
    }

    /** What was begun in its time may go on after it: only iterations that begin later are too long. k6 is told by its own options, and begins none. */
    private Optional<String> tooLong(LoadResult result) {
        if (load.program() instanceof Program.K6) {
            return Optional.empty();
        }
        double sending = lastSent - firstSent;
        double begun = AROUND + pause + (lastNew - firstSent) + entry(result);
        return load.length()
                .filter(told -> sending > micros(told) * (1 + LATER) + begun)
                .map(told -> engine + " was told to go on for " + time(micros(told))
                        + ", and still sent requests after " + time(sending)
                        + ": its script does not end by the time that it is told. Let it do so, or write in `for` how"
                        + " long it takes, or take `users` and `for` out of the load");
    }

    /** A script whose users enter one after the other may count its time from the last: until as many requests are in flight as usually. */
    private static double entry(LoadResult result) {
        long usual = usuallyInFlight(result);
        return 1e6
                * result.series().stream()
                        .filter(second -> second.inFlight() >= usual)
                        .mapToInt(LoadResult.Second::second)
                        .findFirst()
                        .orElse(0);
    }

    /** Where users still wait when the time is over, as for a service that hangs, nothing more can be sent. */
    private Optional<String> tooShort() {
        double last = Math.max(lastSent, lastEnd) - firstSent;
        return load.length()
                .filter(told -> requests >= FEWEST && load.transport().k6().isEmpty())
                .filter(told -> micros(told) - last > SOONER * micros(told) + AROUND + PAUSES * pause)
                .map(told -> engine + " was told to go on for " + time(micros(told)) + ", and tells of nothing after "
                        + time(last) + ": either its script ended sooner, or its users waited for answers and it tells"
                        + " of no request that was not answered. Let the script give up on an answer and tell so, or"
                        + " write in `for` how long it takes");
    }

    private static double micros(Duration time) {
        return 1e6 * Times.seconds(time);
    }

    private static String time(double micros) {
        return Numbers.time(micros / 1e6);
    }
}
