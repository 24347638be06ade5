package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Event loops hand 60 requests on, and 105 are answered a second, each of which takes 130 ms with one user: so long is a call over one connection in flight. */
class SharedConnectionsTest {

    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));
    private static final String TARGET = "127.0.0.1:7000";

    /** @param busy share of one user's time with a call in flight */
    private static Diagnosis diagnosed(double busy, String... targets) {
        Seen loaded = Seen.during(10)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS, 8).active(0.1));
        Seen alone = Seen.during(2)
                .pool(pool("event-loops", StationKind.EVENT_LOOPS, 8).active(0.01));
        Stream.of(targets).forEach(target -> {
            loaded.inUse(target, new InUse(1, 57, 0.5, 0.5, 105, 106, 0));
            alone.inUse(target, new InUse(1, 20, busy, busy, 7.7, 7.9, 0));
        });
        return Measured.run(LOAD, 105, 60 / 105.0, 10, loaded)
                .alone(0.13, alone)
                .diagnosis();
    }

    @Test
    void requestsThatAreInFlightOnOneConnectionWaitThereOrForIt() {
        Diagnosis found = diagnosed(0.8, TARGET);

        assertThat(found.bindingLimit().map(Limit::pool)).hasValue("calls to " + TARGET);
        assertThat(found.notes()).anySatisfy(note -> assertThat(note).startsWith("10.9 calls to " + TARGET));
    }

    @Test
    void whereACallIsBriefRequestsWaitElsewhere() {
        assertThat(diagnosed(0.05, TARGET).bindingLimit().map(Limit::pool)).hasValue("a place that was not seen");
    }

    @Test
    void ofTwoSuchDownstreamsNeitherIsNamed() {
        assertThat(diagnosed(0.8, TARGET, "127.0.0.1:7001").bindingLimit().map(Limit::pool))
                .hasValue("a place that was not seen");
    }
}
