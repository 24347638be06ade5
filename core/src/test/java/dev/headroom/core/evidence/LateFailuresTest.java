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
import java.util.List;
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

    /** One user takes it twice, so 20/s that take it 40 times are all that did. */
    @Test
    void whatOneUserTakesOfItTellsHowManyDid() {
        Diagnosis found = run(20, 20, pool(40).resource(hikari(10, 38, 40)))
                .alone(0.5, oneUserTakes(2))
                .diagnosis();

        assertThat(found.visits().orElseThrow().value()).isCloseTo(2, within(0.01));
        assertThat(found.ceiling().orElseThrow().value()).isCloseTo(20, within(0.1));
        assertThat(found.throughput().value()).isCloseTo(20, within(0.1));
    }

    /** As often as all of them take it who take it twice. */
    @Test
    void whereAllTookItAsOneUserDoesItsSizeIsKnown() {
        Diagnosis found = run(20, 20, pool(40).resource(hikari(10, 38, 80)))
                .alone(0.5, oneUserTakes(2))
                .diagnosis();

        assertThat(found.throughput().value()).isCloseTo(40, within(0.1));
        assertThat(found.remedy().orElseThrow().value()).isPresent();
    }

    /** All 50 workers wait 1 s for a downstream, and 15/s of 50/s fail there; one in ten takes one of five reports, for which one waits. */
    @Test
    void whatFewRequestsTakeIsNotWhereTheOthersFail() {
        Seen seen = Seen.during(50)
                .pool(tomcat(50)
                        .active(50)
                        .queue(30, 0)
                        .saturated(1)
                        .completed(50 * 50)
                        .byClock(1)
                        .waits(Activity.AWAITING_CONNECTION, "reports", 1)
                        .waitsForDownstream(49))
                .resource(resource("reports", StationKind.CONNECTION_POOL)
                        .capacity(5)
                        .full(5, 1)
                        .taken(50 * 5)
                        .held(1))
                .machine(16, 0.1, 0.3, 0);
        Measured run =
                Measured.run(Counts.open(60, 50), Counts.failing(80, 35, 1.4, ErrorKind.STATUS, 504, 15, 50), seen);

        for (Measured each : List.of(run.alone(1), run.alone(1, oneUserTakes(1, "reports", 0.1)))) {
            Diagnosis found = each.diagnosis();
            assertThat(found.throughput().value()).isCloseTo(50, within(0.1));
            assertThat(found.bindingLimit().map(Limit::pool)).contains("tomcat-8888");
            assertThat(found.ceiling().orElseThrow().value()).isCloseTo(50, within(0.1));
        }
    }

    /** 40/s take one of two shards, and 20/s of them fail behind. */
    @Test
    void partsOfOneLimitAreTakenTogether() {
        Seen seen = pool(40).resource(hikari(5, 19, 20, "a")).resource(hikari(5, 19, 20, "b"));

        assertThat(run(20, 20, seen).alone(0.5).diagnosis().throughput().value())
                .isCloseTo(40, within(0.1));
    }

    @Test
    void aFewThatFailChangeNothing() {
        assertThat(run(20, 1.6, pool(21.6).resource(hikari(10, 38, 20)))
                        .alone(0.5)
                        .diagnosis()
                        .throughput()
                        .value())
                .isCloseTo(21.6, within(0.1));
    }

    private static Measured run(double good, double bad, Seen seen) {
        return Measured.run(Counts.open(40, 50), Counts.failing(48, good, 1.4, ErrorKind.STATUS, 500, bad, 50), seen);
    }

    private static Seen pool(double completed) {
        return Seen.during(50)
                .pool(tomcat(200)
                        .active(48)
                        .completed(50 * completed)
                        .waits(Activity.AWAITING_CONNECTION, "hikari", 38)
                        .waitsForDownstream(10))
                .machine(16, 0.1, 0.3, 0);
    }

    private static Seen.ResourceBuilder hikari(int maximum, double waiting, double taken) {
        return hikari(maximum, waiting, taken, "hikari");
    }

    private static Seen.ResourceBuilder hikari(int maximum, double waiting, double taken, String id) {
        return resource(id, StationKind.CONNECTION_POOL)
                .capacity(maximum)
                .full(maximum, waiting)
                .taken(50 * taken)
                .held(maximum / taken);
    }

    private static Seen oneUserTakes(double visits) {
        return oneUserTakes(0.5, "hikari", visits);
    }

    /** @param response of one user, seconds */
    private static Seen oneUserTakes(double response, String id, double visits) {
        double requests = 50 / response;
        return Seen.during(50)
                .pool(tomcat(200).active(1).completed(requests).waitsForDownstream(1))
                .resource(resource(id, StationKind.CONNECTION_POOL)
                        .capacity(10)
                        .used(1, 0)
                        .taken(requests * visits)
                        .held(response / Math.max(1, visits)))
                .machine(16, 0.1, 0.3, 0);
    }
}
