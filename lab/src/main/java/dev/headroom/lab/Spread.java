package dev.headroom.lab;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.statistics.Thresholds;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * By how much responses differ, as the many under load tell it. Of the few to one user neither the mean nor how they differ shows the long ones that are rare: both come out too small together. Where the
 * question is whether the load waits for anything at all, both are of one distribution if it does not, and a mean of few is known no better than that says.
 *
 * @param deviation standard deviation, seconds; empty where the load does not tell that of one kind of request
 */
record Spread(OptionalDouble deviation) {

    /** By how much of one user's response another has to be longer: by less, two measurements of the same differ. */
    private static final double LONGER = Thresholds.TENTH;

    /** @param alone one user: of several kinds he has each answered by itself */
    static Spread of(LoadResult result, OneUser alone) {
        return new Spread(
                alone.last().isPresent()
                        ? OptionalDouble.empty()
                        : result.serviceLatency().deviation());
    }

    /** @param answers that it is the mean of */
    Measure of(Measure response, long answers) {
        double error = deviation.isPresent() && answers > 1
                ? StudentT.of(answers - 1) * deviation.getAsDouble() / Math.sqrt(answers)
                : 0;
        return error > response.error() ? new Measure(response.value(), error, response.source()) : response;
    }

    Baseline of(Baseline one, OneUser before, OneUser after) {
        return one.with(of(one.response(), answers(one, before, after)));
    }

    boolean mayHide(Baseline one, OneUser before, OneUser after, Latency loaded) {
        return mayHide(one.response(), answers(one, before, after), loaded);
    }

    /** Whether one user may have met none of the long responses by chance: half of those under load are as short as his, and their mean is within the error of his by how they differ. */
    boolean mayHide(Measure one, long answers, Latency loaded) {
        double alone = one.value();
        double error = of(one, answers).knownError();
        return deviation.isPresent()
                && Times.seconds(loaded.p50()) <= (1 + LONGER) * alone
                && Times.seconds(loaded.mean()) <= alone + error;
    }

    private static long answers(Baseline one, OneUser before, OneUser after) {
        Optional<Measure> response = Optional.of(one.response());
        return response.equals(one.before())
                ? before.answers()
                : response.equals(one.after()) ? after.answers() : before.answers() + after.answers();
    }
}
