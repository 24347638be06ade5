package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Load.Transport;
import dev.headroom.core.model.Load.Until;
import dev.headroom.core.model.Load.WarmUp;
import dev.headroom.core.model.Rate;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuickTest {

    @Test
    void timeIsCutAndTheRateStays() {
        Load full = new Load.Open(
                Rate.perSecond(20), seconds(60), Transport.DEFAULT, Optional.of(new WarmUp(2, seconds(5))));

        assertThat(Quick.shorten(full))
                .isEqualTo(new Load.Open(
                        Rate.perSecond(20), seconds(15), Transport.DEFAULT, Optional.of(new WarmUp(2, seconds(2)))));
    }

    @Test
    void whatIsShortStaysAsItIs() {
        Load full = new Load.Open(Rate.perSecond(20), seconds(3), Transport.DEFAULT, Optional.empty());

        assertThat(Quick.shorten(full)).isEqualTo(full);
    }

    @Test
    void aNumberOfRequestsBecomesATimeBecauseOnlyTimeIsPromised() {
        Load full = new Load.Closed(
                250, seconds(8), seconds(1), new Until.Iterations(20), Transport.DEFAULT, Optional.empty());

        assertThat(Quick.shorten(full))
                .isEqualTo(new Load.Closed(
                        250,
                        seconds(5),
                        seconds(1),
                        new Until.Elapsed(seconds(15)),
                        Transport.DEFAULT,
                        Optional.empty()));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
