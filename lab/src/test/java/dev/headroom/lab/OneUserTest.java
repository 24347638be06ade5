package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Latency;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class OneUserTest {

    private static final Optional<Measure> SLOW = Optional.of(new Measure(0.400, 0.010, "before"));
    private static final Optional<Measure> FAST = Optional.of(new Measure(0.330, 0.002, "after"));

    @Test
    void theSmallerOfBothIsR0() {
        assertThat(OneUser.baseline(SLOW, FAST).map(Baseline::response)).isEqualTo(FAST);
        assertThat(OneUser.baseline(FAST, SLOW).map(Baseline::response)).isEqualTo(FAST);
    }

    @Test
    void whatDiffersByMoreThanChanceDoesNotAgree() {
        assertThat(OneUser.baseline(SLOW, FAST).orElseThrow().agree()).isFalse();
        assertThat(OneUser.baseline(FAST, Optional.of(new Measure(0.335, 0.001, "after")))
                        .orElseThrow()
                        .agree())
                .isTrue();
    }

    @Test
    void ofTwoMeansThatChanceMakesDifferTheirMeanIsR0() {
        Baseline one = OneUser.baseline(
                        Optional.of(new Measure(0.08, 0.05, "before")), Optional.of(new Measure(0.2, 0.15, "after")))
                .orElseThrow();

        assertThat(one.response().value()).isCloseTo(0.14, within(1e-9));
        assertThat(one.response().error()).isBetween(0.07, 0.09);
        assertThat(one.agree()).isTrue();
    }

    /** Of 100 ms and 40 ms more by chance, 13 answers and 16; 140 ms are true. */
    @Test
    void ofAFewThatAreSoonByChanceTheErrorIsSmallAsWell() {
        Baseline one = OneUser.baseline(
                        Optional.of(new Measure(0.146, 0.029, "before")),
                        Optional.of(new Measure(0.122, 0.009, "after")))
                .orElseThrow();

        assertThat(one.response().value()).isCloseTo(0.134, within(1e-9));
        assertThat(one.response().error()).isBetween(0.015, 0.016);
    }

    /** As above, of a service whose many answers under load differ by 118 ms. */
    @Test
    void aMeanOfFewIsKnownNoBetterThanManyDiffer() {
        Spread spread = new Spread(OptionalDouble.of(0.118));

        assertThat(spread.of(new Measure(0.173, 0.031, "24"), 24).error()).isBetween(0.049, 0.051);
        assertThat(spread.of(new Measure(0.173, 0.06, "24"), 24).error()).isEqualTo(0.06);
        assertThat(spread.of(new Measure(0.173, 0.031, "240"), 240).error()).isEqualTo(0.031);
        assertThat(new Spread(OptionalDouble.empty())
                        .of(new Measure(0.173, 0.031, "24"), 24)
                        .error())
                .isEqualTo(0.031);
    }

    private static boolean mayHide(int median, int mean) {
        Baseline one = OneUser.baseline(Optional.of(new Measure(0.16, 0.001, "before")), Optional.empty())
                .orElseThrow();
        OneUser user = new OneUser(one.before(), 20, Optional.empty(), new Window(Instant.EPOCH, Duration.ZERO));
        Duration none = Duration.ZERO;
        Latency loaded = new Latency(
                1000,
                Duration.ofMillis(mean),
                none,
                none,
                Duration.ofMillis(median),
                none,
                none,
                none,
                none,
                none,
                List.of(),
                0,
                0,
                none);
        return new Spread(OptionalDouble.of(0.3)).mayHide(one, user, user, loaded);
    }

    /** One answer in twenty takes ten times as long, and one user met none of these. */
    @Test
    void longResponsesThatAreRareMayBeHiddenFromOneUser() {
        assertThat(mayHide(165, 230)).isTrue();
        assertThat(mayHide(230, 230)).as("all are longer").isFalse();
        assertThat(mayHide(165, 400)).as("by more than chance").isFalse();
    }

    private static Baseline refined(double four) {
        Baseline alone = OneUser.baseline(Optional.of(new Measure(0.11, 0.03, "before")), Optional.empty())
                .orElseThrow();
        return FewUsers.refine(
                alone,
                List.of(
                        FewUsers.point(2, new Measure(0.1, 0.01, "two")),
                        FewUsers.point(4, new Measure(four, 0.01, "four"))));
    }

    @Test
    void twoAndFourUsersTellR0BetterThanOne() {
        assertThat(refined(0.1).response().value()).isBetween(0.1, 0.105);
        assertThat(refined(0.1).response().error()).isLessThan(0.02);
    }

    @Test
    void whereFourUsersFindNoRoomOneUserDecides() {
        assertThat(refined(0.3).response().source()).isEqualTo("before");
    }

    @Test
    void oneOfThemIsEnoughAndAgreesWithNothing() {
        Baseline one = OneUser.baseline(Optional.empty(), FAST).orElseThrow();

        assertThat(one.response()).isEqualTo(FAST.orElseThrow());
        assertThat(one.agree()).isFalse();
        assertThat(OneUser.baseline(Optional.empty(), Optional.empty())).isEmpty();
    }
}
