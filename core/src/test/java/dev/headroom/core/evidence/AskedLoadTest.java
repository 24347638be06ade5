package dev.headroom.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AskedLoadTest {

    private static final Load.Tool SCRIPT = new Load.Tool(
            new Program.Command(List.of("wrk")),
            "/",
            OptionalInt.of(60),
            Optional.empty(),
            Transport.DEFAULT,
            Optional.empty(),
            Optional.empty());

    /** So many answers a second, and so many requests in flight at the end of each. */
    private static LoadResult seen(long perSecond, long inFlight) {
        return seen(perSecond, second -> inFlight);
    }

    private static LoadResult seen(long perSecond, IntToLongFunction inFlight) {
        return seen(10, perSecond, inFlight);
    }

    private static LoadResult seen(int seconds, long perSecond, IntToLongFunction inFlight) {
        return new LoadResult(
                Instant.EPOCH,
                Duration.ofSeconds(seconds),
                seconds * perSecond,
                seconds * perSecond,
                Map.of(),
                Map.of(),
                Rate.perSecond(perSecond),
                Latency.NONE,
                Latency.NONE,
                IntStream.range(0, seconds)
                        .mapToObj(second -> new LoadResult.Second(
                                second,
                                perSecond,
                                perSecond,
                                0,
                                inFlight.applyAsLong(second),
                                OptionalDouble.empty(),
                                0,
                                0,
                                0,
                                0))
                        .toList(),
                new LoadResult.Generator("", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    @Test
    void usersWhoAllWaitDoNotThink() {
        assertThat(AskedLoad.of(SCRIPT, seen(600, 57))).isInstanceOfSatisfying(Load.Closed.class, load -> {
            assertThat(load.users()).isEqualTo(60);
            assertThat(load.thinkTime()).isZero();
        });
    }

    /** 60 users of whom 20 wait at 100/s: the other 40 think for 0.4 s each. */
    @Test
    void whatTheOthersDoIsTheirPauses() {
        assertThat(AskedLoad.of(SCRIPT, seen(100, 20)))
                .isInstanceOfSatisfying(
                        Load.Closed.class,
                        load -> assertThat(Times.seconds(load.thinkTime())).isCloseTo(0.4, within(1e-6)));
    }

    /** 600/s is all that the service gives, and one user after the other comes, for 7 s of 10. */
    @Test
    void usersWhoAreNotThereYetDoNotThink() {
        assertThat(AskedLoad.of(SCRIPT, seen(600, second -> Math.min(60, 8 * second + 4))))
                .isInstanceOfSatisfying(Load.Closed.class, load -> {
                    assertThat(load.thinkTime()).isZero();
                    assertThat(load.rampUp()).isEqualTo(Duration.ofSeconds(7));
                });
    }

    @Test
    void aRampOfAFifthOfTheRunIsOne() {
        assertThat(AskedLoad.of(SCRIPT, seen(100, 600, second -> Math.min(60, 3 * second))))
                .isInstanceOfSatisfying(
                        Load.Closed.class, load -> assertThat(load.rampUp()).isEqualTo(Duration.ofSeconds(18)));
    }

    /** A service that slows down keeps those longer who were there from the start. */
    @Test
    void whoWaitsLongerAndLongerIsNoRamp() {
        assertThat(AskedLoad.of(SCRIPT, seen(100, second -> 30 + 3 * second)))
                .isInstanceOfSatisfying(
                        Load.Closed.class, load -> assertThat(load.rampUp()).isZero());
    }

    @Test
    void usersWhoLeaveBeforeTheEndDoNotThinkThen() {
        assertThat(AskedLoad.of(SCRIPT, seen(600, second -> Math.min(60, 10 * (10 - second)))))
                .isInstanceOfSatisfying(Load.Closed.class, load -> {
                    assertThat(load.thinkTime()).isZero();
                    assertThat(load.rampUp()).isZero();
                });
    }

    @Test
    void ofAScriptThatDecidesByItselfNothingIsKnown() {
        Load.Tool own = SCRIPT.told(OptionalInt.empty(), Optional.empty());
        assertThat(AskedLoad.of(own, seen(100, 20))).isSameAs(own);
    }
}
