package dev.headroom.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkloadsTest {

    private static Window window(double from, double length) {
        return new Window(Seen.START.plus(Times.ofSeconds(from)), Times.ofSeconds(length));
    }

    private static final Load.Closed LOAD = Counts.closed(10, 0, new Until.Iterations(10));

    private static Workload counted(Window window, LoadResult result) {
        return Workloads.of(LOAD, window, result);
    }

    private static final List<Second> TEN_TWENTY_THIRTY = IntStream.rangeClosed(1, 3)
            .mapToObj(i -> new Second(i - 1, 10, 10L * i, i, 5L * i, OptionalDouble.empty(), 100, 100, 100, 100))
            .toList();

    private static final LoadResult RESULT = Counts.result(60, 6, 3, 0.1, TEN_TWENTY_THIRTY);

    @Test
    void secondsPartlyInTheWindowCountInPart() {
        Workload counted = counted(window(0.5, 2), RESULT);
        assertThat(counted.throughput().value()).isCloseTo((5 + 20 + 15) / 2.0, within(1e-9));
        assertThat(counted.failedShare()).isCloseTo(4.0 / (4 + 40), within(1e-9));
        assertThat(counted.inFlight()).isCloseTo((2.5 + 10 + 7.5) / 2, within(1e-9));
        assertThat(counted.response()).isCloseTo(0.1, within(1e-9));
        assertThat(counted.seconds()).isEqualTo(2);
        assertThat(counted(window(0, 3), RESULT).settled()).containsExactly(20L, 30L);
    }

    /** 30 s of it, and one request that is given up two minutes later. */
    @Test
    void aGeneratorIsAsBusyAsItIsWhileAnythingGoesOn() {
        List<Second> seconds = IntStream.range(0, 150)
                .mapToObj(i -> new Second(
                        i, i < 30 ? 50 : 0, i < 30 ? 50 : 0, 0, 1, OptionalDouble.empty(), 0.8, 0.8, 0.8, 0.8))
                .toList();
        LoadResult result = Counts.busy(Counts.result(1500, 0, 150, 0.0008, seconds), Duration.ofSeconds(29));
        assertThat(counted(window(0, 30), result).generator().orElseThrow().cores())
                .isCloseTo(29 / 30.0, within(1e-3));
    }

    @Test
    void theErrorIsUnknownWhereTooFewSecondsAreWhole() {
        assertThat(counted(window(0.5, 2), RESULT).throughput().error()).isNaN();
        assertThat(counted(window(0, 3), RESULT).throughput().error()).isPositive();
    }

    /** Student's t of two degrees of freedom is 4.30, where many seconds have 1.96. */
    @Test
    void soFewSecondsTellLessOfTheirSpread() {
        List<Second> seconds = IntStream.rangeClosed(0, 2)
                .mapToObj(i -> new Second(i, 100, 90 + 10L * i, 0, 1, OptionalDouble.empty(), 10, 10, 10, 10))
                .toList();
        Workload counted = counted(window(0, 3), Counts.result(300, 0, 3, 0.01, seconds));
        assertThat(counted.throughput().error())
                .isCloseTo(Math.hypot(4.303 * 10 / Math.sqrt(3), 1 / 3.0), within(0.01));
    }

    /** They send at half seconds, and are answered at whole ones. */
    @Test
    void usersWhoMoveWithTheClockAreInFlightMeanwhile() {
        List<Second> seconds = IntStream.rangeClosed(0, 2)
                .mapToObj(i -> new Second(i, 100, 100, 0, 0, OptionalDouble.of(50), 500, 500, 500, 500))
                .toList();
        Workload counted = counted(window(0, 2), Counts.result(300, 0, 3, 0.5, seconds));
        assertThat(counted.inFlight()).isCloseTo(50, within(1e-9));
    }

    /** Nobody counted them: none is no figure. */
    @Test
    void whereNobodyTellsErrorsFromAnswersThereAreNotNone() {
        LoadResult.Tool silent = new LoadResult.Tool(
                LoadResult.Tool.Source.SERVICE, OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), false);
        LoadResult result = Counts.result(60, 0, 3, 0.1, List.of());

        assertThat(counted(window(0, 3), Counts.byTool(result, silent)).tellsFailures())
                .isFalse();
        assertThat(counted(
                                window(0, 3),
                                Counts.byTool(result, silent.beside(Optional.empty(), OptionalDouble.empty(), true)))
                        .tellsFailures())
                .as("the service counted them")
                .isTrue();
        assertThat(counted(window(0, 3), result).tellsFailures()).isTrue();
    }

    @Test
    void aWindowOutsideTheRunHoldsNothing() {
        Workload counted = counted(window(100, 10), RESULT);
        assertThat(counted.throughput().value()).isZero();
        assertThat(counted.response()).isNaN();
        assertThat(counted.growth()).isZero();
    }

    @Test
    void withoutASeriesTheWholeRunHasToDo() {
        LoadResult result = Counts.result(60, 0, 3, 0.1, List.of());
        assertThat(counted(window(0, 3), result).throughput().value()).isEqualTo(20);
    }

    @Test
    void aBacklogGrowsAndAFillingServiceDoesNot() {
        Load.Open load = Counts.open(20, 60);
        assertThat(counted(window(0, 60), Counts.of(load, 10.6, 0.33)).growth()).isCloseTo(9.4, within(0.2));
        assertThat(counted(window(0, 60), Counts.of(load, 1000, 0.66)).growth()).isCloseTo(0, within(0.1));
    }
}
