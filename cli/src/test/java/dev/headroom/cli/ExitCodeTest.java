package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.Expectations.Outcome;
import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Latency;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    private static final Outcome MET = new Outcome("p95", "< 1 s", "any", true);
    private static final Outcome NOT_MET = new Outcome("errors", "< 1 %", "any", false);

    @Test
    void aRunThatIsAsExpectedEndsWithZeroAndOneThatIsNotWithThree() {
        Run run = run(100, Verdict.LOAD_IS_THE_LIMIT, "");

        assertThat(code(run)).isZero();
        assertThat(code(run.withExpectations(List.of(MET)))).isZero();
        assertThat(code(run.withExpectations(List.of(MET, NOT_MET)))).isEqualTo(3);
    }

    @Test
    void aRunOfWhichNoFiguresCameEndsWithOneThoughNothingWasExpected() {
        assertThat(code(run(0, Verdict.ALL_REQUESTS_FAIL, ""))).isEqualTo(1);
        assertThat(code(run(100, Verdict.GENERATOR_IS_THE_LIMIT, ""))).isEqualTo(1);
    }

    @Test
    void aRunThatBrokeOffIsToldBeforeAnExpectationThatIsNotMet() {
        Run broken = run(100, Verdict.LOAD_IS_THE_LIMIT, "it died");

        assertThat(code(broken.withExpectations(List.of(NOT_MET)))).isEqualTo(1);
        assertThat(ExitCode.worse(3, 1)).isEqualTo(1);
        assertThat(ExitCode.worse(0, 3)).isEqualTo(3);
    }

    private static int code(Run run) {
        Experiment experiment = new Experiment(
                "users", "", "", Path.of(""), List.of(), "", Plain.LOAD, Optional.empty(), List.of(run.variant()));
        return ExitCode.of(new ExperimentResult(experiment, Instant.EPOCH, Duration.ofSeconds(1), List.of(run)));
    }

    private static Run run(long succeeded, Verdict verdict, String failure) {
        LoadResult result = new LoadResult(
                Instant.EPOCH,
                Duration.ofSeconds(1),
                100,
                succeeded,
                succeeded == 100 ? Map.of() : Map.of(ErrorKind.REFUSED, 100 - succeeded),
                Map.of(),
                Rate.perSecond(succeeded),
                Latency.NONE,
                Latency.NONE,
                List.of(),
                new LoadResult.Generator("", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false),
                List.of());
        Diagnosis diagnosis =
                Diagnosis.builder(verdict, Measure.exact(succeeded, "test")).build();
        return Plain.run(
                "a", Optional.of(result), diagnosis, Optional.of(failure).filter(why -> !why.isEmpty()));
    }
}
