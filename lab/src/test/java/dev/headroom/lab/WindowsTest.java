package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class WindowsTest {

    private static final Instant COUNTED = Instant.parse("2026-11-21T10:00:00Z");

    private static final Optional<Duration> UNKNOWN = Optional.empty();
    private static final Function<Window, Duration> AT_ONCE = window -> Duration.ZERO;

    @Test
    void anOpenLoadIsSeenFromItsFirstTenthToItsLastRequest() {
        Load load = new Load.Open(Rate.perSecond(20), seconds(60), Transport.DEFAULT, Optional.empty());

        assertThat(Windows.of(load, COUNTED, COUNTED.plusSeconds(60), UNKNOWN, List.of(), AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(6), seconds(54)));
    }

    @Test
    void aLoadInStagesIsSeenInItsLastStageOfOneRate() {
        Load load = staged(
                new Stage(Rate.perSecond(0), Rate.perSecond(20), seconds(30)),
                Stage.constant(Rate.perSecond(20), seconds(40)),
                new Stage(Rate.perSecond(20), Rate.perSecond(0), seconds(10)));

        assertThat(Windows.of(load, COUNTED, COUNTED.plusSeconds(79), UNKNOWN, List.of(), AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(34), seconds(36)));
    }

    @Test
    void aRateThatChangesAllTheTimeIsSeenAtItsEnd() {
        Load load = staged(new Stage(Rate.perSecond(0), Rate.perSecond(20), seconds(60)));

        assertThat(Windows.of(load, COUNTED, COUNTED.plusSeconds(60), UNKNOWN, List.of(), AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(54), seconds(6)));
    }

    @Test
    void usersInStagesAreSeenInTheLastInWhichTheyStay() {
        Load load = closed(1, new Until.Elapsed(Duration.ZERO))
                .staged(List.of(
                        new UserStage(0, 20, seconds(30)),
                        UserStage.constant(20, seconds(40)),
                        new UserStage(20, 0, seconds(10))));

        assertThat(Windows.of(load, COUNTED, COUNTED.plusSeconds(80), UNKNOWN, List.of(), AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(34), seconds(36)));
    }

    @Test
    void usersWhoComeAndLeaveAllTheTimeAreSeenAtTheEnd() {
        Load load = closed(1, new Until.Elapsed(Duration.ZERO)).staged(List.of(new UserStage(0, 20, seconds(60))));

        assertThat(Windows.of(load, COUNTED, COUNTED.plusSeconds(60), UNKNOWN, List.of(), AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(54), seconds(6)));
    }

    private static Load staged(Stage... stages) {
        return new Load.Open(Rate.perSecond(1), seconds(1), Transport.DEFAULT, Optional.empty())
                .staged(List.of(stages));
    }

    @Test
    void aClosedLoadIsSeenOnceAllUsersAreIn() {
        Load load = closed(30, new Until.Elapsed(seconds(120)));

        assertThat(Windows.of(load, COUNTED, COUNTED.plusSeconds(120), UNKNOWN, List.of(), AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(30), seconds(90)));
    }

    @Test
    void aLoadOfIterationsIsSeenUntilTheFirstUserLeaves() {
        assertThat(Windows.of(
                        closed(5, new Until.Iterations(20)),
                        COUNTED,
                        COUNTED.plusSeconds(25),
                        UNKNOWN,
                        List.of(),
                        AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(5), seconds(15)));
    }

    @Test
    void usersWhoLeaveLongBeforeTheOthersEndTheWindow() {
        List<LoadResult.Second> series =
                List.of(inFlight(0, 180), inFlight(1, 250), inFlight(2, 248), inFlight(3, 100), inFlight(4, 25));
        assertThat(Windows.of(
                        closed(1, new Until.Iterations(20)), COUNTED, COUNTED.plusSeconds(6), UNKNOWN, series, AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(1), seconds(2)));
    }

    @Test
    void aLoadThatIsAllRampUpIsSeenWhole() {
        assertThat(Windows.of(
                        closed(5, new Until.Iterations(1)),
                        COUNTED,
                        COUNTED.plusSeconds(6),
                        UNKNOWN,
                        List.of(),
                        AT_ONCE))
                .isEqualTo(new Window(COUNTED, seconds(6)));
    }

    @Test
    void usersThatAreAnsweredTogetherAreSeenForWholeCycles() {
        // 12.5 s, answers after 5 s each: batches at 5 s and at 10 s, however the window lies
        assertThat(Windows.of(
                        closed(0, new Until.Elapsed(Duration.ofMillis(12_500))),
                        COUNTED,
                        COUNTED.plusMillis(12_500),
                        Optional.of(seconds(5)),
                        List.of(),
                        AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusMillis(2_500), seconds(10)));
    }

    @Test
    void anAnswerThatTakesLongerThanTheWindowLeavesItAsItIs() {
        assertThat(Windows.of(
                        closed(0, new Until.Elapsed(seconds(10))),
                        COUNTED,
                        COUNTED.plusSeconds(10),
                        Optional.of(seconds(20)),
                        List.of(),
                        AT_ONCE))
                .isEqualTo(new Window(COUNTED.plusSeconds(1), seconds(9)));
    }

    @Test
    void whatThroughputNeedsToSettleIsLeftOut() {
        Load load = new Load.Open(Rate.perSecond(20), seconds(60), Transport.DEFAULT, Optional.empty());

        assertThat(Windows.of(load, COUNTED, COUNTED.plusSeconds(60), UNKNOWN, List.of(), window -> seconds(4)))
                .isEqualTo(new Window(COUNTED.plusSeconds(10), seconds(50)));
    }

    private static LoadResult.Second inFlight(int second, long users) {
        return new LoadResult.Second(second, users, users, 0, users, OptionalDouble.empty(), 1, 1, 1, 1);
    }

    private static Load.Closed closed(int rampUp, Until until) {
        return new Load.Closed(250, seconds(rampUp), Duration.ZERO, until, Transport.DEFAULT, Optional.empty());
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
