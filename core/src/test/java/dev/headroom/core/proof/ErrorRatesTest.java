package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a move says something false of a service whose elasticity is known: noise that goes on from window to window, and a trend. */
@Tag("nightly")
class ErrorRatesTest {

    private static final int CAMPAIGNS = 1_000;
    private static final int WINDOWS = 28;
    private static final double LONG = 100_000;

    /** Errors of a campaign's first move, which has half of its budget: of 1,000, thirteen are no more than chance makes of five in a thousand. */
    private static final int FALSE = 13;

    @ParameterizedTest
    @CsvSource({
        // e, noise, correlation, trend a window, alternates
        "0.00, 0.02, 0.0, 0.000, true",
        "0.75, 0.01, 0.0, 0.000, true",
        "0.75, 0.03, 0.3, 0.010, true",
        "0.50, 0.05, 0.3, -0.01, true",
        "0.75, 0.08, 0.5, 0.020, true",
        "0.00, 0.10, 0.5, 0.030, true",
        "0.79, 0.02, 0.0, 0.000, true",
        "0.75, 0.01, 0.0, 0.005, false",
        "0.50, 0.03, 0.0, 0.010, false",
        "0.00, 0.02, 0.0, 0.020, false",
        // something else changed as well; nearer to what passes for full it is told where windows are even
        "1.30, 0.02, 0.0, 0.000, true",
        "1.50, 0.06, 0.3, 0.010, true",
        "1.50, 0.12, 0.0, 0.000, true",
    })
    void aLimitThatDoesNotBindInFullIsNotCalledSo(
            double elasticity, double noise, double correlation, double trend, boolean alternates) {
        assertThat(count(Outcome.FULL, elasticity, noise, correlation, trend, alternates))
                .isLessThanOrEqualTo(FALSE);
    }

    @ParameterizedTest
    @CsvSource({
        "1.00, 0.02, 0.0, 0.000, true",
        "0.30, 0.02, 0.3, 0.010, true",
        "1.00, 0.01, 0.0, 0.005, false",
    })
    void aLimitThatAnswersIsNotRefuted(
            double elasticity, double noise, double correlation, double trend, boolean alternates) {
        assertThat(count(Outcome.NONE, elasticity, noise, correlation, trend, alternates))
                .isLessThanOrEqualTo(FALSE);
    }

    @ParameterizedTest
    @CsvSource({
        "0.01, 0.0, 0.000, true, 0.95",
        "0.03, 0.0, 0.002, true, 0.80",
        "0.08, 0.0, 0.000, true, 0.75",
        "0.01, 0.0, 0.000, false, 0.60"
    })
    void aLimitThatBindsIsProvedMostly(
            double noise, double correlation, double trend, boolean alternates, double share) {
        assertThat(count(Outcome.FULL, 1, noise, correlation, trend, alternates))
                .isGreaterThan((long) (share * CAMPAIGNS));
    }

    /** As a job that comes round with every fourth window. */
    @ParameterizedTest
    @CsvSource({"0.70, 0.03, 0.2", "0.60, 0.06, 0.3", "0.75, 0.02, 0.1", "0.00, 0.03, 0.2"})
    void whatComesRoundWithTheWindowsIsNoAnswer(double elasticity, double noise, double swing) {
        long full = count(Outcome.FULL, 17, one -> {
            double phase = one.nextDouble();
            return reading(
                    Back.SET,
                    WINDOWS,
                    one,
                    (factor, window) -> LONG
                            * Math.exp(elasticity * Math.log(factor)
                                    + noise * one.nextGaussian()
                                    + swing * Math.sin(2 * Math.PI * (window / 4.0 + phase))));
        });
        assertThat(full).isLessThanOrEqualTo(FALSE);
    }

    /** Answers come evenly, and windows cut them to whole ones: they may all be the same and all be wrong. */
    @ParameterizedTest
    @CsvSource({
        "0.75, 10, 0.00, 28",
        "0.75, 10, 0.02, 28",
        "0.79, 10, 0.02, 28",
        "0.50, 10, 0.02, 28",
        "0.00, 10, 0.02, 28",
        "0.75, 5, 0.02, 28",
        "0.75, 3, 0.00, 28",
        "0.70, 20, 0.00, 28",
        "0.79, 12, 0.05, 10",
        "0.70, 12, 0.02, 10",
        "0.50, 15, 0.08, 10",
        "0.00, 12, 0.05, 10"
    })
    void aLimitThatDoesNotBindInFullIsNotCalledSoByFewAnswersAWindow(
            double elasticity, double answers, double noise, int windows) {
        Back back = windows < WINDOWS ? Back.OCCUPIED : Back.SET;
        long full = count(
                Outcome.FULL,
                11,
                one -> reading(
                        back,
                        windows,
                        one,
                        (factor, window) -> Math.floor(one.nextDouble()
                                + answers * Math.exp(elasticity * Math.log(factor) + noise * one.nextGaussian()))));
        assertThat(full).isLessThanOrEqualTo(FALSE);
    }

    /** All that throughput rises by is errors of that size, a good answer being 1; nobody counts them. */
    @ParameterizedTest
    @CsvSource({"0.00, 0.0", "0.25, 0.3", "0.50, 0.3", "0.60, 1.0", "1.60, 0.3", "3.00, 1.0"})
    void throughputThatRisesWithErrorsOfAnotherSizeIsNoProof(double error, double variation) {
        assertThat(sized(factor -> (1 + (factor - 1) * error) / factor, variation, 100))
                .isLessThanOrEqualTo(FALSE);
    }

    /** Sizes of one answer vary by so much (coefficient of variation), and so many answers come in a window. That answers of another size break a move off costs 1 % of these proofs. */
    @ParameterizedTest
    @CsvSource({"0.0, 30, 0.98", "0.3, 30, 0.98", "0.5, 60, 0.97", "1.0, 200, 0.95", "2.0, 800, 0.95"})
    void sizesThatVaryByChanceCostFewProofs(double variation, double answers, double share) {
        assertThat(sized(factor -> 1, variation, answers)).isGreaterThan((long) (share * CAMPAIGNS));
    }

    /** How many of the campaigns are proved in which throughput answers in full. */
    private static long sized(DoubleUnaryOperator size, double variation, double answers) {
        return count(
                Outcome.FULL,
                13,
                one -> reading(
                        Back.SET,
                        WINDOWS,
                        one,
                        (factor, window) -> LONG * factor * Math.exp(0.01 * one.nextGaussian()),
                        factor -> 1_000
                                * size.applyAsDouble(factor)
                                * Math.exp(variation / Math.sqrt(answers * factor) * one.nextGaussian())));
    }

    private static long count(
            Outcome outcome, double elasticity, double noise, double correlation, double trend, boolean alternates) {
        return count(outcome, 7, one -> reading(elasticity, noise, correlation, trend, alternates, one));
    }

    private static long count(Outcome outcome, long seed, Function<RandomGenerator, Reading> campaign) {
        SplittableRandom random = new SplittableRandom(seed);
        return Stream.generate(random::split)
                .limit(CAMPAIGNS)
                .filter(one -> campaign.apply(one).outcome() == outcome)
                .count();
    }

    private static Reading reading(
            double elasticity,
            double noise,
            double correlation,
            double trend,
            boolean alternates,
            RandomGenerator random) {
        double[] wave = {0};
        return reading(alternates ? Back.SET : Back.NEVER, WINDOWS, random, (factor, window) -> {
            wave[0] = correlation * wave[0] + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            return LONG * Math.exp(elasticity * Math.log(factor) + noise * wave[0] + trend * window);
        });
    }

    private interface Service {
        double throughput(double factor, int window);
    }

    private static Reading reading(Back back, int windows, RandomGenerator random, Service service) {
        return reading(back, windows, random, service, factor -> 1);
    }

    private static Reading reading(
            Back back, int windows, RandomGenerator random, Service service, DoubleUnaryOperator size) {
        Move move = new Move(Subject.CAPACITY, List.of(new Part("gate", "gate", 6, 12)), 2, back, Double.NaN);
        Replication replication = new Replication(move, 0, windows / 2 - 2, 0, random);
        for (int window = 0; ; window++) {
            Setting setting = replication.next();
            double factor = setting == Setting.MOVED ? 2 : 1;
            Optional<Reading> reading = replication.add(
                    new Phase(
                            setting,
                            Duration.ofSeconds(window),
                            Duration.ofSeconds(1),
                            factor,
                            Measure.exact(service.throughput(factor, window), "simulated"),
                            Double.NaN,
                            Double.NaN,
                            Double.NaN,
                            size.applyAsDouble(factor)),
                    (window + 1.0) / windows);
            if (reading.isPresent()) {
                return reading.get();
            }
        }
    }
}
