package dev.headroom.harness.calibration;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.core.statistics.Interval;
import dev.headroom.core.statistics.Share;
import java.util.List;

/**
 * What came of one look at a drawn service.
 *
 * @param failed whether it broke off
 * @param placebo how many placebos followed, of how many; empty where nothing was moved
 * @param throughput per second; NaN where it is not known
 * @param summary in Headroom's words, or why it broke off
 */
record Verdict(
        boolean failed,
        Said said,
        Said fullest,
        Said longestQueue,
        List<Integer> placebo,
        double throughput,
        String summary) {

    private static final Said UNSAID = new Said(Said.Claim.UNKNOWN, List.of(), Said.NO_GRADE);

    static Verdict of(Diagnosed seen) {
        Said fullest = seen.observation().map(Baselines::fullest).orElse(UNSAID);
        Said longest = seen.observation().map(Baselines::longestQueue).orElse(UNSAID);
        return seen.diagnosis()
                .filter(found -> seen.failure().isEmpty())
                .map(found -> of(found, fullest, longest))
                .orElseGet(() -> failed(seen.failure().orElse("no diagnosis")));
    }

    private static Verdict of(Diagnosis found, Said fullest, Said longest) {
        return new Verdict(
                false,
                Said.of(found),
                fullest,
                longest,
                placebo(found.moves()),
                found.throughput().value(),
                found.summary());
    }

    /** One follows that would have passed for a limit which binds. */
    private static List<Integer> placebo(List<Intervention> moves) {
        List<Elasticity> all =
                moves.stream().flatMap(move -> move.placebo().stream()).toList();
        long followed = all.stream()
                .filter(one ->
                        Share.atLast(one.value(), new Interval(one.low(), one.high())) == Intervention.Outcome.FULL)
                .count();
        return all.isEmpty() ? List.of() : List.of((int) followed, all.size());
    }

    /** Nobody was asked. */
    static Verdict unasked() {
        return new Verdict(false, UNSAID, UNSAID, UNSAID, List.of(), Double.NaN, "");
    }

    static Verdict failed(String why) {
        return new Verdict(true, UNSAID, UNSAID, UNSAID, List.of(), Double.NaN, why);
    }
}
