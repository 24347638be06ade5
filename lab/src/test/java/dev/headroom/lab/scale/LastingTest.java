package dev.headroom.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastingTest {

    private static final Load.Open OPEN =
            new Load.Open(Rate.perSecond(10), Duration.ofSeconds(60), Transport.DEFAULT, Optional.empty());

    private static Load.Closed closed(Until until) {
        return new Load.Closed(10, Duration.ZERO, Duration.ZERO, until, Transport.DEFAULT, Optional.empty());
    }

    private static double seconds(Load load) {
        return Times.seconds(Lasting.of(load));
    }

    @Test
    void aRateLastsToTheEnd() {
        assertThat(seconds(OPEN)).isBetween(59.8, 60.0);
    }

    /** 600 requests in the first minute, none in the second. */
    @Test
    void whereNothingIsSentAtTheEndItIsOverBefore() {
        Load load = OPEN.staged(List.of(
                Stage.constant(Rate.perSecond(10), Duration.ofSeconds(60)),
                new Stage(Rate.perSecond(0), Rate.perSecond(0), Duration.ofSeconds(60))));
        assertThat(seconds(load)).isBetween(59.8, 60.1);
    }

    @Test
    void usersWhoLeaveInTheLastStageNeedNotSendToItsEnd() {
        Load load = closed(new Until.Elapsed(Duration.ofSeconds(30)))
                .staged(List.of(
                        new UserStage(10, 10, Duration.ofSeconds(20)), new UserStage(10, 0, Duration.ofSeconds(10))));
        assertThat(Lasting.of(load)).isEqualTo(Duration.ofSeconds(20));
        assertThat(Lasting.of(closed(new Until.Elapsed(Duration.ofSeconds(30)))))
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void ofALoadThatEndsByItsRequestsNobodyKnows() {
        assertThat(Lasting.of(closed(new Until.Requests(100)))).isZero();
    }
}
