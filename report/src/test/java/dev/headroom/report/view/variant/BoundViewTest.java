package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.Reports;
import dev.headroom.report.fixture.Users;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BoundViewTest {

    private static final Account ACCOUNT = new Account(
            Optional.of(Measure.exact(0.33, "one user")),
            Optional.of(Measure.exact(20, "offered")),
            false,
            List.of(),
            OptionalDouble.empty());

    private static String of(Run run, Verdict verdict, double measured) {
        Diagnosis found = Diagnosis.builder(verdict, Measure.exact(measured, "counted"))
                .account(ACCOUNT)
                .build();
        return BoundView.of(run.withDiagnosis(found)).orElseThrow();
    }

    @Test
    void whereAsMuchIsAnsweredAsIsOfferedNothingIsSaidToBind() {
        assertThat(of(Users.ownPool(), Verdict.UNKNOWN, 20))
                .endsWith("20/s are offered; 20/s were measured: the load gets what it asks for.");
        assertThat(of(Users.ownPool(), Verdict.UNKNOWN, 22)).endsWith("the load gets what it asks for.");
    }

    @Test
    void whereLessIsAnsweredSomethingBindsIfItIsNamed() {
        assertThat(of(Users.ownPool(), Verdict.LIMIT, 15)).endsWith("15/s were measured: something binds.");
        assertThat(of(Users.ownPool(), Verdict.UNKNOWN, 15)).endsWith("15/s were measured.");
    }

    private static Run toldByFour() {
        Run run = Users.lifted();
        Baseline one = run.baseline().orElseThrow();
        return Users.like(
                run,
                run.variant(),
                run.result(),
                run.observation(),
                run.diagnosis(),
                Optional.of(new Baseline(
                        new Measure(
                                0.5, 0.001, "the line through 1, 2 and 4 users read at one; a single user, 8 answers"),
                        one.before(),
                        one.after(),
                        true,
                        one.observation())),
                List.of());
    }

    @Test
    void whatMoreUsersToldIsSaidBesideWhatOneTookBeforeAndAfter() {
        assertThat(BoundView.of(toldByFour()).orElseThrow())
                .contains(" (the line through 1, 2 and 4 users read at one; ");
    }

    @Test
    void theTableHasTheTimeOfOneRequestThatTheSentenceHas() {
        assertThat(Reports.terminal(Users.result(List.of(toldByFour())), 100, false))
                .containsPattern("one request .* 500 ms")
                .contains("One request alone takes");
    }

    @Test
    void aBoundThatWasPassedWithinItsErrorSaysHowWellItIsKnown() {
        Measure bound = new Measure(43.9, 1.9, "N / (R0 + Z)");

        assertThat(BoundView.within(bound, 44.5)).isEqualTo(" (± 1.9/s)");
        assertThat(BoundView.within(bound, 43)).isEmpty();
        assertThat(BoundView.within(bound, 50)).isEmpty();
    }
}
