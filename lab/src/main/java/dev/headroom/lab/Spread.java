package dev.headroom.lab;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.LoadResult;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * By how much responses differ, as the many under load tell it. Of the few to one user neither the mean nor how they differ shows the long ones that are rare: both come out too small together. Where the
 * question is whether the load waits for anything at all, both are of one distribution if it does not, and a mean of few is known no better than that says.
 *
 * @param deviation standard deviation, seconds; empty where the load does not tell that of one kind of request
 */
record Spread(OptionalDouble deviation) {

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
        long answers = Optional.of(one.response()).equals(one.before())
                ? before.answers()
                : Optional.of(one.response()).equals(one.after())
                        ? after.answers()
                        : before.answers() + after.answers();
        return new Baseline(of(one.response(), answers), one.before(), one.after(), one.agree(), one.observation());
    }
}
