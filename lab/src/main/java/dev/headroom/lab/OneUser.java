package dev.headroom.lab;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The service with a single user who does not think: what a request takes that waits for no one, R0. One and not two, for two users of one
 * lock wait for each other. It ends with an answer, so that nothing of it is left in the service. Of several kinds of request it sends whole
 * cycles where time allows, so that each has its share.
 *
 * @param response mean seconds of a successful response, with its 95 % interval; empty where none came
 * @param answers successful ones
 * @param last the same of the last of several kinds alone, where there are several
 * @param window in which it was measured
 */
record OneUser(Optional<Measure> response, long answers, Optional<Counts.Kind> last, Window window) {

    private static final Duration EVERY = Duration.ofMillis(20);

    /** Enough of each user for a mean, where answers are quick. */
    private static final int ANSWERS = 20;

    private static final Duration SHORTEST = Duration.ofMillis(1500);

    /** Where answers are slow: a mean of one has no error. */
    private static final int FEWEST = 2;

    /** R0 before and after that differ by less than this, relative, are the same for our purpose. */
    private static final double SAME = 0.1;

    static OneUser measure(Loading bench, Load counted, Pace pace) throws InterruptedException, ServiceException {
        return measure(1, bench, counted, pace);
    }

    /** @param counted in whose place so many users come; without an answer where its script cannot be told of them */
    static OneUser measure(int users, Loading bench, Load counted, Pace pace)
            throws InterruptedException, ServiceException {
        Optional<Load> load = counted.byUsers(users, pace.oneUserLongest(), pace.oneUserLongest());
        if (load.isEmpty()) {
            return new OneUser(Optional.empty(), 0, Optional.empty(), new Window(Instant.now(), Duration.ZERO));
        }
        if (load.get().byTool()) {
            return ToolUsers.measure(bench, load.get(), pace);
        }
        return await(users, bench, load.get(), pace);
    }

    private static OneUser await(int users, Loading bench, Load load, Pace pace)
            throws InterruptedException, ServiceException {
        Instant start = Instant.now();
        long began = System.nanoTime();
        try (RunningLoad running = bench.start(load)) {
            boolean stopped = false;
            while (bench.pause(running, EVERY, Phase.ONE_USER)) {
                double elapsed = (System.nanoTime() - began) / 1e9;
                if (elapsed > Times.seconds(pace.oneUserLongest())) {
                    break;
                }
                if (!stopped
                        && nextIsLast(
                                running.counts(), users, elapsed, bench.mix().cycle(), pace)) {
                    running.stop();
                    stopped = true;
                }
            }
            return new OneUser(
                    response(running),
                    running.counts().succeeded(),
                    running.counts().kinds().stream().reduce((before, after) -> after),
                    new Window(start, Duration.between(start, Instant.now())));
        }
    }

    /** The same, with the quiet that followed. */
    OneUser until(Instant end) {
        return new OneUser(response, answers, last, new Window(window.start(), Duration.between(window.start(), end)));
    }

    /** Only the last of several steps, in the same window. */
    OneUser ofLast() {
        return last.map(step -> new OneUser(response(step), step.succeeded(), last, window))
                .orElse(this);
    }

    private static Optional<Measure> response(Counts.Kind step) {
        return response("a single user", step.succeeded(), step.seconds(), step.squares(), 0);
    }

    /**
     * A mean of independent answers, with its 95 % interval; empty where there is none.
     *
     * @param seconds of all of them
     * @param squares of each, added up
     * @param drift of the mean, where that is known to be wider
     */
    static Optional<Measure> response(String who, long answers, double seconds, double squares, double drift) {
        return answers == 0
                ? Optional.empty()
                : Optional.of(new Measure(
                        seconds / answers,
                        Math.max(
                                StudentT.halfWidth(answers, seconds, squares),
                                drift), // NaN where the chance is unknown
                        who + ", " + answers + (answers == 1 ? " answer" : " answers")));
    }

    /** Whether the answer that is awaited now will do, or no other would come in time. */
    private static boolean nextIsLast(Counts counts, int users, double elapsed, int cycle, Pace pace) {
        long ended = counts.ended();
        double longest = Times.seconds(pace.oneUserLongest());
        if (ended == 0) {
            return elapsed > longest / 2;
        }
        long next = ended + 1;
        double each = elapsed / ended;
        double then = Math.max(elapsed, next * each);
        boolean enough = (next >= (long) ANSWERS * users && then >= Times.seconds(SHORTEST))
                || (next >= FEWEST && then >= Times.seconds(pace.oneUserEnough()));
        return (enough && next % cycle == 0) || (next + 1) * each > longest;
    }

    private static Optional<Measure> response(RunningLoad running) {
        Counts counts = running.counts();
        if (!counts.kinds().isEmpty() && counts.kinds().stream().allMatch(kind -> kind.succeeded() > 0)) {
            return Optional.of(mean(counts));
        }
        double drift = running.result().isDone()
                        && !running.result().isCompletedExceptionally()
                        && running.result().join() instanceof LoadResult result
                ? Times.seconds(result.serviceLatency().meanError())
                : 0;
        return response("a single user", counts.succeeded(), counts.seconds(), counts.squares(), drift);
    }

    /** Each kind by itself, weighed with its share: that the kinds differ is then no error of the mean. */
    private static Measure mean(Counts counts) {
        double mean = 0;
        double variance = 0;
        for (Counts.Kind kind : counts.kinds()) {
            mean += kind.share() * kind.seconds() / kind.succeeded();
            variance +=
                    Math.pow(kind.share() * StudentT.halfWidth(kind.succeeded(), kind.seconds(), kind.squares()), 2);
        }
        return new Measure(
                mean,
                Math.sqrt(variance), // NaN where a kind was answered once
                "a single user, " + counts.succeeded() + " answers of "
                        + counts.kinds().size() + " kinds");
    }

    /** R0 of two measurements, without what the probe saw; empty where neither had an answer. */
    static Optional<Baseline> baseline(Optional<Measure> before, Optional<Measure> after) {
        return pooled(before, after)
                .or(() -> smaller(before, after))
                .map(least -> new Baseline(least, before, after, agree(before, after), Optional.empty()));
    }

    /**
     * Where responses differ so much that one of the means is not known well, the smaller of two is too small by chance, and what few answers say of its error as well: their mean counts. Else a
     * difference is one of warmth, and the smaller counts.
     */
    private static Optional<Measure> pooled(Optional<Measure> before, Optional<Measure> after) {
        if (before.isEmpty() || after.isEmpty() || !agree(before, after)) {
            return Optional.empty();
        }
        Measure a = before.get();
        Measure b = after.get();
        boolean uncertain = a.error() > SAME * a.value() || b.error() > SAME * b.value();
        return uncertain
                ? Optional.of(new Measure(
                        (a.value() + b.value()) / 2,
                        Math.hypot(a.error(), b.error()) / 2,
                        a.source() + " before the load, and " + b.source() + " after it"))
                : Optional.empty();
    }

    private static Optional<Measure> smaller(Optional<Measure> before, Optional<Measure> after) {
        return before.isPresent() && after.isPresent()
                ? (after.get().value() <= before.get().value() ? after : before)
                : before.or(() -> after);
    }

    private static boolean agree(Optional<Measure> before, Optional<Measure> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return false;
        }
        double a = before.get().value();
        double b = after.get().value();
        double chance = before.get().knownError() + after.get().knownError();
        return Math.abs(a - b) <= Math.max(chance, SAME * Math.max(a, b));
    }
}
