package dev.headroom.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Repeated;
import dev.headroom.report.fixture.Users;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepetitionsTest {

    private static final String NONE_SEEN = "no difference that can be seen";

    private final ExperimentResult same = repeated(new long[] {330, 340, 335}, new long[] {338, 332, 334});
    private final ExperimentResult other = repeated(new long[] {330, 340, 335}, new long[] {430, 440, 435});

    @Test
    void aVariantIsOneRowWithTheMeanOfItsRunsAndTheirSpreadAndItsVerdictsAreCounted() {
        String markdown = plain(Reports.markdown(same));

        assertThat(markdown)
                .containsOnlyOnce("| **own-pool-400** | one request |")
                .contains("**335 ms ± 12.4 ms**", "nothing: the load is the limit (3 of 3 runs) (proved)")
                .contains("Each variant ran 3 times, in turn.");
        assertThat(Reports.terminal(same, 120, false)).contains("335 ms +/-12.4 ms");
        assertThat(Reports.terminal(same, 200, false)).contains("(3 of 3 runs)");
    }

    @Test
    void whatDiffersByLessThanItsOwnRunsDoIsNoDifferenceThatCanBeSeen() {
        String sentence = "lifted against own-pool-400: mean " + NONE_SEEN;

        assertThat(plain(Reports.markdown(same))).contains("- " + sentence);
        assertThat(plain(Reports.html(same))).contains("<li>" + sentence);
        assertThat(Reports.terminal(same, 120, false)).contains(sentence);
    }

    @Test
    void whatDiffersByMoreIsToldWithItsError() {
        assertThat(plain(Reports.markdown(other))).contains("- lifted against own-pool-400: mean +30 % (± 3.4 %)");
    }

    @Test
    void anEffectThatCannotBeSeenIsNone() {
        List<Run> runs = turns(
                Repeated.means(Users.commonPool(), 26_000, 28_000, 27_000),
                Repeated.means(Users.commonPoolOf8Threads(), 27_500, 26_500, 27_200));
        ExperimentResult result = Users.result(runs);

        assertThat(plain(Reports.markdown(result)))
                .contains("- common-pool-8-threads against common-pool: mean " + NONE_SEEN);
    }

    @Test
    void gradesAreCountedWhereTheyDiffer() {
        List<Run> runs = Repeated.means(Users.commonPool(), 26_000, 28_000, 27_000);
        Run suspected = runs.getFirst();
        Run unsure = suspected.withDiagnosis(suspected.diagnosis().orElseThrow().toBuilder()
                .standing(Standing.SUSPECTED)
                .build());
        ExperimentResult result = Users.result(List.of(unsure, runs.get(1), runs.get(2)));

        assertThat(plain(Reports.markdown(result)))
                .contains("common-pool, 7 workers (3 of 3 runs: 1 suspected, 2 proved)")
                .doesNotContain("3 of 3 runs) (");
    }

    @Test
    void aSingleRunOfEachHasNoSpread() {
        assertThat(plain(Reports.markdown(Users.result())))
                .doesNotContain("against sequential", "of 1 runs", "in turn");
    }

    private static ExperimentResult repeated(long[] ownPool, long[] lifted) {
        return Users.result(turns(Repeated.means(Users.ownPool(), ownPool), Repeated.means(Users.lifted(), lifted)));
    }

    private static List<Run> turns(List<Run> one, List<Run> other) {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < one.size(); i++) {
            runs.add(one.get(i));
            runs.add(other.get(i));
        }
        return runs;
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}
