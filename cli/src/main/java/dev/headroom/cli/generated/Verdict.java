package dev.headroom.cli.generated;

import dev.headroom.core.model.Diagnosed;
import dev.headroom.core.model.Diagnosis;
import java.util.List;

/**
 * What came of one look at a drawn service.
 *
 * @param failed whether it broke off
 * @param throughput per second; NaN where it is not known
 * @param summary in Headroom's words, or why it broke off
 */
record Verdict(boolean failed, Said said, Said fullest, Said longestQueue, double throughput, String summary) {

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
                false, Said.of(found), fullest, longest, found.throughput().value(), found.summary());
    }

    /** Nobody was asked. */
    static Verdict unasked() {
        return new Verdict(false, UNSAID, UNSAID, UNSAID, Double.NaN, "");
    }

    static Verdict failed(String why) {
        return new Verdict(true, UNSAID, UNSAID, UNSAID, Double.NaN, why);
    }
}
