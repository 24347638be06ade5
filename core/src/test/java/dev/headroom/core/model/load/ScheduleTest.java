package dev.headroom.core.model.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {

    private static final int BATCHES = 20;

    private static Load.Open open(double rate, Duration duration) {
        return new Load.Open(Rate.perSecond(rate), duration, Transport.DEFAULT, Optional.empty());
    }

    private static List<Long> due(Load.Open load) {
        Schedule schedule = Schedule.of(load);
        List<Long> due = new ArrayList<>();
        for (long next = schedule.next(); next != Schedule.OVER; next = schedule.next()) {
            due.add(next);
        }
        assertThat(schedule.next()).as("over once and for all").isEqualTo(Schedule.OVER);
        return due;
    }

    @Test
    void evenlySpacedOnesComeAtEqualDistancesTheFirstAtOnce() {
        assertThat(due(open(4, Duration.ofSeconds(1)))).containsExactly(0L, 250_000_000L, 500_000_000L, 750_000_000L);
    }

    @Test
    void aRampSendsTheIntegralOfItsRate() {
        Load.Open load = open(1, Duration.ZERO)
                .staged(List.of(
                        new Stage(Rate.perSecond(0), Rate.perSecond(100), Duration.ofSeconds(10)),
                        Stage.constant(Rate.perSecond(100), Duration.ofSeconds(5)),
                        new Stage(Rate.perSecond(100), Rate.perSecond(50), Duration.ofSeconds(2))));
        List<Long> due = due(load);

        assertThat(due).hasSize(500 + 500 + 150).isSorted();
        assertThat(due.stream().filter(at -> at < 5_000_000_000L))
                .as("a quarter in the first half")
                .hasSize(125);
        assertThat(due.get(500)).isEqualTo(10_000_000_000L);
        assertThat(due.get(501)).as("100/s from there on").isEqualTo(10_010_000_000L);
        assertThat(load.arrivalsBy(17)).isCloseTo(1150, within(1e-9));
        assertThat(load.arrivalsBy(99)).as("none in the drain").isCloseTo(1150, within(1e-9));
    }

    @Test
    void theSteadyPartIsTheLastStageOfOneRate() {
        Stage ramp = new Stage(Rate.perSecond(10), Rate.perSecond(50), Duration.ofSeconds(20));
        Load.Open load =
                open(1, Duration.ZERO).staged(List.of(Stage.constant(Rate.perSecond(10), Duration.ofSeconds(5)), ramp));

        assertThat(load.steady()).contains(new LoadPart(0, Duration.ZERO, Duration.ofSeconds(5)));
        assertThat(load.rate()).isEqualTo(Rate.perSecond(10));
        assertThat(load.duration()).isEqualTo(Duration.ofSeconds(25));
    }

    @Test
    void aRateThatNeverStaysHasNoSteadyPartAndIsThatOfItsEnd() {
        Stage ramp = new Stage(Rate.perSecond(0), Rate.perSecond(100), Duration.ofSeconds(60));
        Load.Open load = open(1, Duration.ZERO).staged(List.of(ramp));

        assertThat(load.steady()).isEmpty();
        assertThat(load.rate().perSecond()).as("mean of the last tenth").isCloseTo(95, within(0.01));
    }

    @Test
    void poissonArrivalsAreTheSameEachTimeAndOtherWithAnotherSeed() {
        Load.Open load = open(100, Duration.ofSeconds(10)).arriving(Arrivals.POISSON, 7);

        assertThat(due(load)).isEqualTo(due(load)).hasSizeBetween(900, 1100).isSorted();
        assertThat(due(load)).isNotEqualTo(due(load.arriving(Arrivals.POISSON, 8)));
    }

    /** A. K. Erlang, "Solution of some problems in the theory of probabilities of significance in automatic telephone exchanges", 1917. */
    private static double erlangWait(int servers, double utilization, double service) {
        double offered = utilization * servers;
        double blocked = 1;
        for (int k = 1; k <= servers; k++) {
            blocked = offered * blocked / (k + offered * blocked);
        }
        double waits = blocked / (1 - utilization * (1 - blocked));
        return waits * service / (servers - offered);
    }

    /** Mean waits for one of the servers, first come first served, exponential service; by batch. */
    private static double[] waits(Load.Open load, int servers, double service) {
        List<Long> due = due(load);
        SplittableRandom random = new SplittableRandom(42);
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int i = 0; i < servers; i++) {
            free.add(0.0);
        }
        double[] means = new double[BATCHES];
        int size = due.size() / BATCHES;
        for (int i = 0; i < size * BATCHES; i++) {
            double arrival = due.get(i) / 1e9;
            double begins = Math.max(arrival, free.remove());
            free.add(begins + service * random.nextExponential());
            means[i / size] += (begins - arrival) / size;
        }
        return means;
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "1, 0.8", "4, 0.8", "20, 0.9"})
    void poissonArrivalsWaitAsErlangsLawSaysAndEvenOnesLess(int servers, double utilization) {
        double service = 0.01;
        double rate = utilization * servers / service;
        Load.Open load = open(rate, Times.ofSeconds(400_000 / rate)).arriving(Arrivals.POISSON, 1);
        double[] poisson = waits(load, servers, service);
        double sum = 0;
        double squares = 0;
        for (double mean : poisson) {
            sum += mean;
            squares += mean * mean;
        }
        double law = erlangWait(servers, utilization, service);
        double error = StudentT.halfWidth(BATCHES, sum, squares);

        assertThat(error).as("known well").isLessThan(0.1 * law);
        assertThat(sum / BATCHES).isCloseTo(law, within(1.5 * error));
        double[] even = waits(load.arriving(Arrivals.EVEN, 1), servers, service);
        assertThat(Arrays.stream(even).average().orElseThrow()).isLessThan(0.8 * law);
    }
}
