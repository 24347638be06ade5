package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Load.WarmUp;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuickTest {

    private static final Optional<Duration> SOON = Optional.of(Duration.ofMillis(330));

    @Test
    void stagesGetShorterAlikeAndArrivalsStayAsTheyAre() {
        Load full = new Load.Open(Rate.perSecond(1), seconds(1), timeout(1), Optional.empty())
                .arriving(Arrivals.POISSON, 7)
                .connected(OptionalInt.of(5))
                .staged(List.of(
                        new Stage(Rate.perSecond(0), Rate.perSecond(20), seconds(30)),
                        Stage.constant(Rate.perSecond(20), seconds(30))));
        Load.Open quick = (Load.Open) Quick.shorten(full, Optional.empty());

        assertThat(quick.stages())
                .containsExactly(
                        new Stage(Rate.perSecond(0), Rate.perSecond(20), seconds(3)),
                        Stage.constant(Rate.perSecond(20), seconds(3)));
        assertThat(quick.duration()).isEqualTo(seconds(6));
        assertThat(quick.arrivals()).isEqualTo(Arrivals.POISSON);
        assertThat(quick.seed()).isEqualTo(7);
        assertThat(quick.connections()).hasValue(5);
    }

    @Test
    void usersThinkAsTheyDo() {
        ThinkTime think = new ThinkTime.Exponential(seconds(1));
        Load full = new Load.Closed(
                3, Duration.ZERO, think, new Until.Elapsed(seconds(60)), 7, timeout(1), Optional.empty());

        assertThat(((Load.Closed) Quick.shorten(full, Optional.empty())).think())
                .isEqualTo(think);
    }

    @Test
    void timeIsCutAndTheRateStays() {
        Load full = new Load.Open(
                Rate.perSecond(20), seconds(60), Transport.DEFAULT, Optional.of(new WarmUp(2, seconds(5))));

        assertThat(Quick.shorten(full, SOON))
                .isEqualTo(new Load.Open(
                        Rate.perSecond(20), seconds(6), drain(120, 6), Optional.of(new WarmUp(2, seconds(1)))));
    }

    @Test
    void whatIsShortStaysAsItIs() {
        Load full = new Load.Open(Rate.perSecond(20), seconds(3), timeout(1), Optional.empty());

        assertThat(Quick.shorten(full, SOON)).isEqualTo(full);
    }

    @Test
    void clientsStayAsPatientAsTheyAre() {
        // Eight blocked event loops answer 100 users after 13 s each, which a client of the full load waits for
        Load full = new Load.Closed(
                100, Duration.ZERO, Duration.ZERO, new Until.Iterations(10), timeout(120), Optional.empty());

        assertThat(Quick.shorten(full, SOON).transport().timeout()).isEqualTo(seconds(120));
    }

    @Test
    void aNumberOfRequestsBecomesATimeBecauseOnlyTimeIsPromised() {
        Load full = new Load.Closed(
                250,
                seconds(8),
                seconds(1),
                new Until.Iterations(20),
                new Transport(seconds(30), true, true),
                Optional.empty());

        assertThat(Quick.shorten(full, Optional.empty()))
                .isEqualTo(new Load.Closed(
                        250,
                        seconds(2),
                        seconds(1),
                        new Until.Elapsed(seconds(8)),
                        new Transport(seconds(30), true, true).draining(seconds(6)),
                        Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"330, 6000", "2400, 6000", "5000, 12500", "60000, 15000"})
    void answersThatTakeLongMakeItLongerButNotForEver(long answer, long offered) {
        Load full = new Load.Closed(
                200,
                Duration.ZERO,
                Duration.ZERO,
                new Until.Elapsed(seconds(120)),
                Transport.DEFAULT,
                Optional.empty());

        assertThat(Quick.shorten(full, Optional.of(Duration.ofMillis(answer))))
                .isEqualTo(new Load.Closed(
                        200,
                        Duration.ZERO,
                        Duration.ZERO,
                        new Until.Elapsed(Duration.ofMillis(offered)),
                        new Transport(seconds(120), false, false).draining(Duration.ofMillis(offered)),
                        Optional.empty()));
    }

    private static Transport drain(long timeout, long drain) {
        return new Transport(seconds(timeout), false, false).draining(seconds(drain));
    }

    private static Transport timeout(long seconds) {
        return new Transport(seconds(seconds), false, false);
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
