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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadingTest {

    private static final List<Setting> ABBA = List.of(Setting.HOME, Setting.MOVED, Setting.MOVED, Setting.PLACEBO);
    private static final double EACH = 0.001;
    private static final int WINDOWS = 16;

    private static Move doubled(double expected) {
        return new Move(Subject.CAPACITY, List.of(new Part("p", "p", 4, 8)), 2, Back.SET, expected);
    }

    private static Phase window(int number, double perSecond, double response, double failed) {
        Setting setting = ABBA.get(number % ABBA.size());
        return new Phase(
                setting,
                Duration.ofSeconds(number),
                Duration.ofSeconds(1),
                setting == Setting.MOVED ? 2 : 1,
                Measure.exact(perSecond, "told"),
                response,
                failed,
                Double.NaN,
                Double.NaN);
    }

    /** Throughput that answers in full, in answers of so many bytes; nobody tells which of them are errors. */
    private static Reading untold(Told size) {
        List<Phase> windows = IntStream.range(0, WINDOWS)
                .mapToObj(number -> window(number, (isMoved(number) ? 200 : 100) + number % 3, 0.1, Double.NaN))
                .map(phase -> new Phase(
                        phase.setting(),
                        phase.at(),
                        phase.length(),
                        phase.factor(),
                        phase.throughput(),
                        phase.response(),
                        phase.failed(),
                        phase.inFlight(),
                        size.at((int) phase.at().toSeconds())))
                .toList();
        return Reading.of(doubled(Double.NaN), windows, EACH, true);
    }

    private static boolean isMoved(int number) {
        return ABBA.get(number % ABBA.size()) == Setting.MOVED;
    }

    private interface Told {
        double at(int number);
    }

    private static List<Phase> windows(Told perSecond, Told response) {
        return IntStream.range(0, WINDOWS)
                .mapToObj(number -> window(number, perSecond.at(number), response.at(number), 0))
                .toList();
    }

    /** From window to window a third more or less, whatever is moved. */
    private static double uneven(int number) {
        return 1 + (number * 7 % 5 - 2) / 6.0;
    }

    @Test
    void whereThroughputIsGivenTheWaitTells() {
        List<Phase> windows = windows(number -> 100, number -> isMoved(number) ? 0.15 : 0.2);

        assertThat(Reading.of(doubled(0.05), windows, EACH, true).outcome()).isEqualTo(Outcome.FULL);
        assertThat(Reading.of(doubled(0.1), windows, EACH, true).outcome()).isEqualTo(Outcome.PART);
    }

    @Test
    void aWaitThatFallsByLessSaysNothingWhereThroughputMayHaveAnswered() {
        List<Phase> windows = windows(
                number -> 100 * uneven(number) * (isMoved(number) ? 2 : 1), number -> isMoved(number) ? 0.15 : 0.2);

        assertThat(Reading.of(doubled(0.1), windows, EACH, true).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void whatAddsErrorsIsBrokenOffAndTellsWhatGoodAnswersDid() {
        List<Phase> windows = IntStream.range(0, WINDOWS)
                .mapToObj(number -> window(number, 60 + number % 3, 0.1, isMoved(number) ? 350 : 160))
                .toList();

        Reading reading = Reading.of(doubled(Double.NaN), windows, EACH, true);

        assertThat(reading.outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(reading.note()).startsWith("failed responses rose from 72");
        assertThat(reading.elasticity().orElseThrow().high()).isLessThan(0.2);
    }

    @Test
    void answersOfTheSameSizeAreWhatTheyWere() {
        assertThat(untold(number -> 1_200 + number * 7 % 5).outcome()).isEqualTo(Outcome.FULL);
    }

    /** Half of what is moved are errors of 310 bytes. */
    @Test
    void answersThatAreSurelyOfAnotherSizeMayBeErrors() {
        Reading reading = untold(number -> (isMoved(number) ? (1_200 + 310) / 2.0 : 1_200) + number * 7 % 5);

        assertThat(reading.outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(reading.note())
                .isEqualTo("answers are of another size than before (1.2 kB to 757 B): they may be errors");
    }

    @Test
    void whereTheSizeIsTooUnevenAFullAnswerIsNoProof() {
        Reading reading = untold(number -> 1_200 * uneven(number));

        assertThat(reading.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(reading.note()).contains("whether what is answered are errors is not known", "too uneven");
    }

    @Test
    void whereNeitherErrorsNorSizesAreKnownAFullAnswerIsNoProof() {
        Reading reading = untold(number -> number == 5 ? Double.NaN : 1_200);

        assertThat(reading.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(reading.note()).contains("whether what is answered are errors is not known");
    }

    /** As where a service counts its errors, and its answers are of many sizes. */
    @Test
    void whereErrorsAreCountedTheSizeMayBeUneven() {
        List<Phase> windows = windows(number -> (isMoved(number) ? 200 : 100) + number % 3, number -> 0.1);

        assertThat(windows).allMatch(phase -> Double.isNaN(phase.size()));
        assertThat(Reading.of(doubled(Double.NaN), windows, EACH, true).outcome())
                .isEqualTo(Outcome.FULL);
    }

    /** Where throughput is given, quick errors take the wait away as more workers would. */
    @Test
    void aWaitThatWentIsNoProofEitherWhereItMayBeErrors() {
        List<Phase> windows = IntStream.range(0, WINDOWS)
                .mapToObj(number -> window(number, 100, isMoved(number) ? 0.15 : 0.2, Double.NaN))
                .toList();

        assertThat(Reading.of(doubled(0.05), windows, EACH, true).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void whereAPlaceboMakesADifferenceNothingIsToldOfTheMove() {
        Told even = number -> isMoved(number) ? 200 + number % 3 : 100 + number % 3;
        Told placebo =
                number -> ABBA.get(number % ABBA.size()) == Setting.PLACEBO ? 1.15 * even.at(number) : even.at(number);

        assertThat(Reading.of(doubled(Double.NaN), windows(even, number -> 0.1), EACH, true)
                        .outcome())
                .isEqualTo(Outcome.FULL);
        Reading reading = Reading.of(doubled(Double.NaN), windows(placebo, number -> 0.1), EACH, true);
        assertThat(reading.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(reading.note()).contains("nothing was moved");
    }

    @Test
    void aWindowWithoutAnAnswerIsOneOfFew() {
        List<Phase> windows = windows(number -> number == 0 ? 0 : isMoved(number) ? 20 : 10, number -> 0.1);

        Reading reading = Reading.of(doubled(Double.NaN), windows, EACH, true);

        assertThat(reading.elasticity()).hasValueSatisfying(e -> {
            assertThat(e.low()).isLessThan(1);
            assertThat(e.high()).isGreaterThan(1);
        });
        assertThat(reading.outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    /** As where a client asks for what is not there: nobody said beforehand how many fail. */
    @Test
    void howManyFailInSomebodyElsesServiceIsKnownByItsWindowsAtHome() {
        int seed = 0;
        while (first(seed).next() != Setting.MOVED) {
            seed++;
        }
        Replication fails = new Replication(doubled(Double.NaN), 0, 4, 0, new SplittableRandom(seed));
        assertThat(add(fails, Setting.MOVED, 50)).isEmpty();
        assertThat(add(fails, Setting.HOME, 50)).isEmpty();

        Replication harmed = new Replication(doubled(Double.NaN), 0, 4, 0, new SplittableRandom(seed));
        assertThat(add(harmed, Setting.MOVED, 50)).isEmpty();
        assertThat(add(harmed, Setting.HOME, 0))
                .hasValueSatisfying(reading -> assertThat(reading.outcome()).isEqualTo(Outcome.BROKEN_OFF));
    }

    @Test
    void aServiceThatFailsAnywayIsNotHarmedByTheFirstWindowThatIsMoved() {
        int seed = 0;
        while (first(seed).next() != Setting.MOVED) {
            seed++;
        }
        Replication replication = first(seed);
        replication.next();

        assertThat(add(replication, Setting.MOVED, 50)).isEmpty();
        assertThat(add(replication, Setting.HOME, 50)).isEmpty();
        assertThat(add(replication, Setting.HOME, 50)).isEmpty();
        assertThat(add(replication, Setting.MOVED, 1000))
                .hasValueSatisfying(reading -> assertThat(reading.outcome()).isEqualTo(Outcome.BROKEN_OFF));
    }

    /** Ten windows in all: of eight, the error would be spent on the look after them, and the last could tell nothing. */
    @Test
    void thereIsNoLookShortlyBeforeTheLastOne() {
        SplittableRandom random = new SplittableRandom(3);
        Replication replication = new Replication(doubled(Double.NaN), 0, 4, 0, random);
        Optional<Reading> reading = Optional.empty();
        for (int i = 1; i <= 10; i++) {
            assertThat(reading).as("after %d windows", i - 1).isEmpty();
            Setting setting = replication.next();
            Phase window = window(0, (setting == Setting.MOVED ? 200 : 100) + i % 3, 0.1, 0);
            reading = replication.add(
                    new Phase(
                            setting,
                            Duration.ofSeconds(i),
                            window.length(),
                            setting == Setting.MOVED ? 2 : 1,
                            window.throughput(),
                            window.response(),
                            0,
                            Double.NaN,
                            Double.NaN),
                    i / 10.0);
        }
        assertThat(reading.orElseThrow().outcome()).isEqualTo(Outcome.FULL);
        assertThat(reading.get().elasticity().orElseThrow().confidence()).isEqualTo(0.99);
    }

    private static Replication first(int seed) {
        return new Replication(doubled(Double.NaN), 0, 4, 0.3, new SplittableRandom(seed));
    }

    private static Optional<Reading> add(Replication to, Setting setting, double failed) {
        Phase window = window(0, 100, 0.1, failed);
        return to.add(
                new Phase(
                        setting,
                        Duration.ofSeconds(to.phases().size()),
                        window.length(),
                        setting == Setting.MOVED ? 2 : 1,
                        window.throughput(),
                        window.response(),
                        window.failed(),
                        window.inFlight(),
                        Double.NaN),
                to.phases().size() / 100.0);
    }
}
