package dev.headroom.core.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Queueing;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Poisson arrivals on six workers of 0.1 s, ceiling 60/s: how often chance is taken for a limit, and a limit for chance. */
class RandomArrivalsTest {

    private static final int WORKERS = 6;
    private static final double HOLDING = 0.1;

    private static Load.Open load(double rate, double window, int seed) {
        return new Load.Open(Rate.perSecond(rate), Times.ofSeconds(window / 0.9), Transport.DEFAULT, Optional.empty())
                .arriving(Arrivals.POISSON, seed);
    }

    private static Diagnosis diagnosis(double used, double window, int seed, Queueing.Service service) {
        return Queueing.of(load(used * WORKERS / HOLDING, window, seed), WORKERS, HOLDING, service)
                .measured(1)
                .diagnosis();
    }

    /** Percent of the runs with this verdict. */
    private static double share(Verdict verdict, double used, double window, Queueing.Service service) {
        int runs = window > 30 ? 25 : 100;
        return 100.0
                * IntStream.rangeClosed(1, runs)
                        .parallel()
                        .filter(seed -> diagnosis(used, window, seed, service).verdict() == verdict)
                        .count()
                / runs;
    }

    @ParameterizedTest
    @CsvSource({"0.5, 6, 0", "0.7, 6, 1", "0.83, 6, 1", "0.9, 6, 10", "0.97, 6, 45", "0.97, 15, 30"})
    void aLimitIsSeldomNamedWhereThereIsRoom(double used, double window, double percent) {
        assertAtMost(percent, Verdict.LIMIT, used, window);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "0.5, 15, 0",
        "0.7, 15, 0",
        "0.83, 15, 0",
        "0.9, 15, 1",
        "0.5, 60, 0",
        "0.7, 60, 0",
        "0.83, 60, 0",
        "0.9, 60, 0",
        "0.97, 60, 12"
    })
    void aLimitIsSeldomNamedInALongWindowWhereThereIsRoom(double used, double window, double percent) {
        assertAtMost(percent, Verdict.LIMIT, used, window);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"1.1, 6, 2", "1.1, 15, 0", "1.5, 6, 0", "1.5, 15, 0"})
    void nothingIsHardlyEverSaidToBindWhereThereIsNone(double used, double window, double percent) {
        assertAtMost(percent, Verdict.LOAD_IS_THE_LIMIT, used, window);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(doubles = {1.1, 1.5})
    void nothingIsEverSaidToBindInALongWindowWhereThereIsNone(double used) {
        assertAtMost(0, Verdict.LOAD_IS_THE_LIMIT, used, 60);
    }

    private static void assertAtMost(double percent, Verdict verdict, double used, double window) {
        for (Queueing.Service service : Queueing.Service.values()) {
            assertThat(share(verdict, used, window, service)).as(service.name()).isLessThanOrEqualTo(percent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsUsedAndWhereItBindsIsSaid(Queueing.Service service) {
        Diagnosis diagnosis = diagnosis(0.83, 60, 1, service);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(String.join(" ", diagnosis.notes()))
                .containsPattern("uses 8\\d(\\.\\d)? % of inner, which binds at (5|6)\\d(\\.\\d)?/s: a queue of");
    }

    /** Six seconds of 50/s in which 57/s came, as a trial had it. */
    @Test
    void moreArrivalsThanUsualAreNoLimit() {
        int seed = IntStream.rangeClosed(1, 1000)
                .parallel()
                .filter(each -> diagnosis(0.83, 6, each, Queueing.Service.CONSTANT)
                                .throughput()
                                .value()
                        > 57)
                .findFirst()
                .orElseThrow();
        Diagnosis diagnosis = diagnosis(0.83, 6, seed, Queueing.Service.CONSTANT);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isNotEqualTo(Verdict.LIMIT);
    }

    @Test
    void soNearToItsCeilingThatAShortWindowCannotTell() {
        Measured near = Queueing.of(load(54, 6, 1), WORKERS, HOLDING, Queueing.Service.CONSTANT)
                .measured(1);
        Diagnosis diagnosis = near.diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("uses 9", "which binds at 5", "give or take");
    }

    private static Diagnosis afterStage(double rate, int seed) {
        Load.Open staged = load(50, 15, seed)
                .staged(List.of(
                        Stage.constant(Rate.perSecond(rate), Duration.ofSeconds(10)),
                        Stage.constant(Rate.perSecond(50), Duration.ofSeconds(15))));
        return Queueing.of(staged, WORKERS, HOLDING, Queueing.Service.CONSTANT)
                .measured(1)
                .diagnosis();
    }

    @Test
    void theStageThatIsWatchedDecides() {
        assertThat(IntStream.range(0, 50).mapToObj(seed -> afterStage(30, seed).verdict()))
                .doesNotContain(Verdict.LIMIT);
    }

    @Test
    void theBacklogOfAnEarlierStageIsNotWhatArrivalsMake() {
        assertThat(IntStream.range(0, 50).mapToObj(seed -> afterStage(120, seed).verdict()))
                .containsOnly(Verdict.LIMIT);
    }

    @Test
    void aThreadThatIsAlwaysBusyExplainsNoWaitOfOthers() {
        Load.Open load = load(50, 54, 1);
        Diagnosis diagnosis = Measured.run(
                        load,
                        1000,
                        0.2,
                        Seen.during(6, 60)
                                .pool(Seen.pool("poller", StationKind.OTHER, 1).active(0.99)))
                .alone(0.1)
                .diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    @Test
    void aQueueThatIsLongerThanItsUtilisationMakesIsHeldUpByAnotherLimit() {
        Load.Open load = load(50, 54, 1);
        Diagnosis diagnosis = Measured.run(
                        load,
                        1000,
                        0.5,
                        Seen.during(6, 60)
                                .pool(Seen.tomcat(12)
                                        .active(5)
                                        .queue(20, 0)
                                        .completed(50 * 54)
                                        .waitsForDownstream(5)))
                .alone(0.1)
                .diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }
}
