package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PortWatchTest {

    private final PortWatch watch = new PortWatch(8080);

    private void looks(SimulatedClients clients) {
        for (int look = 0; look < 20; look++) {
            double at = 10 + 0.1 * look;
            watch.look(at, 0, (long) (at * 1e9), clients.at(at), List.of(), List.of(), false);
        }
    }

    @Test
    void connectionsMustBeFollowedUntilItIsKnownWhatARequestIs() {
        looks(new SimulatedClients(60, 0.45, 0, 0.0075, 0.004));
        assertThat(watch.mustFollow()).isTrue();
        SegmentRuns.Sum seen = new SegmentRuns.Sum(30, 30, 30, 30, 30);
        watch.followed(12, new SegmentRuns.Counts(seen, SegmentRuns.Sum.NONE, 0, 0));
        assertThat(watch.mustFollow()).isFalse();
    }

    @Test
    void whereLooksSufficeNothingMustBeFollowed() {
        looks(new SimulatedClients(60, 8, 0, 0.13, 0.004));
        assertThat(watch.mustFollow()).isFalse();
    }
}
