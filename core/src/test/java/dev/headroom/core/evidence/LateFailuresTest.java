package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** 40 requests/s before ten connections, each held for 0.5 s: 20/s succeed, and 20/s get a status 500 after 1 s. */
class LateFailuresTest {

    /** @param taken connections per second */
    private static Diagnosis diagnosis(double taken) {
        Seen seen = Seen.during(50)
                .pool(tomcat(200)
                        .active(48)
                        .completed(50 * 40)
                        .waits(Activity.AWAITING_CONNECTION, "hikari", 38)
                        .waitsForDownstream(10))
                .resource(resource("hikari", StationKind.CONNECTION_POOL)
                        .capacity(10)
                        .full(10, 38)
                        .taken(50 * taken)
                        .held(10 / taken))
                .machine(16, 0.1, 0.3, 0);
        return Measured.run(Counts.open(40, 50), Counts.failing(48, 20, 1.4, ErrorKind.STATUS, 500, 20, 50), seen)
                .alone(0.5)
                .diagnosis();
    }

    @Test
    void whoFailsInTheQueueForALimitHasNeverTakenIt() {
        Diagnosis found = diagnosis(20);

        assertThat(found.bindingLimit().map(Limit::pool)).contains("hikari");
        assertThat(found.visits().orElseThrow().value()).isCloseTo(1, within(0.01));
        assertThat(found.ceiling().orElseThrow().value()).isCloseTo(20, within(0.1));
        assertThat(found.throughput().value()).isCloseTo(20, within(0.1));
        assertThat(found.remedy().orElseThrow().value()).hasValue(20);
        assertThat(found.checks())
                .as("what the entry completes is not what succeeds")
                .noneMatch(check -> check.law().startsWith("Forced flow"));
    }

    /** They failed behind it: 40/s pass ten that each keep for 0.25 s, and that is what comes. */
    @Test
    void whoFailsBehindItHasTakenIt() {
        Diagnosis found = diagnosis(40);

        assertThat(found.ceiling().orElseThrow().value()).isCloseTo(40, within(0.1));
        assertThat(found.throughput().value()).isCloseTo(40, within(0.1));
    }

    /** It may be taken twice for each that succeeds, or once by some that fail. */
    @Test
    void whereNobodyKnowsWhoTookItNoNumberIsAdvised() {
        Diagnosis found = diagnosis(34);

        assertThat(found.bindingLimit().map(Limit::pool)).contains("hikari");
        assertThat(found.remedy().orElseThrow().value()).isEmpty();
        assertThat(found.remedy().orElseThrow().action()).startsWith("Raise the maximum of hikari");
    }
}
