package dev.headroom.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RhythmTest {

    private static final Random RANDOM = new Random(42);

    /** Over 6 s. */
    private static List<Double> clusters(int each, double period, double jitter) {
        return IntStream.range(0, (int) (6 / period))
                .boxed()
                .flatMap(tick -> IntStream.range(0, each)
                        .mapToObj(one -> Math.max(0, tick * period + jitter * RANDOM.nextGaussian())))
                .sorted()
                .toList();
    }

    private static List<Double> atRandom(int events) {
        return DoubleStream.generate(() -> 6 * RANDOM.nextDouble())
                .limit(events)
                .sorted()
                .boxed()
                .toList();
    }

    @Test
    void clustersHaveTheDistanceBetweenThem() {
        assertThat(Rhythm.in(clusters(5, 0.05, 0.001), 110, 0.8)).first().satisfies(rhythm -> {
            assertThat(rhythm.period()).isCloseTo(0.05, within(0.0005));
            assertThat(rhythm.strength()).isGreaterThan(0.95);
        });
    }

    @Test
    void oneByOneInEqualDistancesIsARhythm() {
        assertThat(Rhythm.in(clusters(1, 0.008, 0.0003), 140, 0.8))
                .first()
                .satisfies(rhythm -> assertThat(rhythm.period()).isCloseTo(0.008, within(0.0001)));
    }

    @Test
    void eventsAtRandomHaveNone() {
        List<Double> events = atRandom(600);

        assertThat(Rhythm.in(events, 110, 0.8)).isEmpty();
        assertThat(Rhythm.between(events, 19.7, 20.3)).isEmpty();
    }

    @Test
    void aFifthOfThemOnTheTicksIsNoChance() {
        List<Double> events = DoubleStream.concat(
                        clusters(1, 0.05, 0.001).stream().mapToDouble(one -> one),
                        atRandom(480).stream().mapToDouble(one -> one))
                .sorted()
                .boxed()
                .toList();

        assertThat(Rhythm.between(events, 19.7, 20.3))
                .hasValueSatisfying(rhythm -> assertThat(rhythm.period()).isCloseTo(0.05, within(0.0003)));
        assertThat(Rhythm.between(events, 23.7, 24.3)).isEmpty();
        assertThat(Rhythm.in(events, 110, 0.4)).isEmpty();
    }

    @Test
    void fewEventsTellNothing() {
        assertThat(Rhythm.in(List.of(), 100, 0.8)).isEmpty();
        assertThat(Rhythm.in(List.of(1.0), 100, 0.8)).isEmpty();
        assertThat(Rhythm.between(List.of(1.0), 1, 2)).isEmpty();
        assertThat(Rhythm.between(List.of(1.0, 2.0), 1, 2)).isEmpty();
    }

    @Test
    void asManyEachTimeAreEvenAndAnyNumberIsNot() {
        List<Double> even = clusters(5, 0.05, 0.001);
        List<Double> any = atRandom(600).stream()
                .map(time -> Math.ceil(time / 0.05) * 0.05 + 0.001 * RANDOM.nextDouble())
                .sorted()
                .toList();

        assertThat(new Rhythm(0.05, 1).dispersion(even, even.size() / 6.0)).isLessThan(0.05);
        assertThat(new Rhythm(0.05, 1).dispersion(any, any.size() / 6.0)).isGreaterThan(0.6);
        assertThat(new Rhythm(0.05, 1).dispersion(List.of(), 100)).isNaN();
    }

    @Test
    void asManyEachTimeAreEvenThoughAFifthWasNotSeen() {
        List<Double> seen = clusters(6, 0.05, 0.001).stream()
                .filter(time -> RANDOM.nextDouble() > 0.2)
                .toList();

        assertThat(new Rhythm(0.05, 1).dispersion(seen, seen.size() / 6.0)).isGreaterThan(0.13);
        assertThat(new Rhythm(0.05, 1).dispersion(seen, 120)).isCloseTo(0, within(0.1));
    }

    @Test
    void serversThatBeganAtOddDistancesComeBackToThem() {
        double[] began = {0, 0.011, 0.019, 0.031};
        List<Double> turns = IntStream.range(0, 600)
                .mapToObj(turn -> turn / 4 * 0.04 + began[turn % 4] + 0.0005 * RANDOM.nextDouble())
                .sorted()
                .toList();

        assertThat(new Rhythm(0.01, 1).recurrence(turns, 13)).isGreaterThan(0.7);
        assertThat(new Rhythm(0.01, 1).recurrence(clusters(1, 0.01, 0.001), 13)).isLessThan(0.2);
    }

    /** Of four that hold for 40 ms, now and then 3 ms more: each keeps to its own phase for a while, and all together are no clock of one. */
    @Test
    void serversWhoseTimesVaryALittleAreNotOne() {
        assertThat(oneOf(new double[] {0, 0.011, 0.02, 0.031}, 0.04, 0.0015, 7)).isZero();
        assertThat(oneOf(new double[] {0, 0.009, 0.0205, 0.0295}, 0.04, 0.001, 7))
                .isZero();
        assertThat(oneOf(new double[] {0, 0.0135, 0.0265}, 0.04, 0.002, 7)).isZero();
    }

    /** Of 60, how often several servers are told as one: as AnswerPace does, in ticks of the kernel. */
    private static int oneOf(double[] began, double holding, double deviation, int seed) {
        Random random = new Random(seed);
        int told = 0;
        for (int again = 0; again < 60; again++) {
            List<Double> all = new ArrayList<>();
            for (double begin : began) {
                for (double at = begin + 0.002 * random.nextDouble();
                        at < 10;
                        at += holding + deviation * random.nextGaussian()) {
                    all.add(at);
                }
            }
            all.sort(null);
            double rate = all.size() / 10.0;
            boolean one = Rhythm.in(all, 1.1 * rate, 0.25).stream()
                    .filter(rhythm -> rhythm.dispersion(all, rate) <= 0.25)
                    .filter(rhythm ->
                            Math.rint(rate * rhythm.period()) == 1 && Math.abs(rate * rhythm.period() - 1) <= 0.1)
                    .anyMatch(rhythm ->
                            rhythm.strength() >= 0.9 || rhythm.strength() >= 0.6 && rhythm.recurrence(all, 13) < 0.25);
            told += one ? 1 : 0;
        }
        return told;
    }
}
