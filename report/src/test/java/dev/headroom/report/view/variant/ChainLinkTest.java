package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.diagnosis.Place.Kind;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Diagnoses;
import dev.headroom.report.fixture.Evidence;
import dev.headroom.report.fixture.Users;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ChainLinkTest {

    private static final Limit ORDERS = new Limit(LimitKind.WORKER_POOL, "orders", OptionalInt.of(5));

    /** In dumps requests are seen there, and no call is timed. */
    @Test
    void aDownstreamOfWhichNoCallWasTimedHasTheTimeOfARequestThere() {
        ChainLink link = ChainLink.of(run(List.of("api:443"))).getFirst();

        assertThat(link.kind()).isEqualTo("downstream");
        assertThat(plain(link.busy() + " " + link.busyLabel())).isEqualTo("308 ms of a response");
        assertThat(link.details()).containsExactly("5 requests there on average");
    }

    @Test
    void oneTaskIsNoTasks() {
        assertThat(ChainLink.of(run(List.of("orders"), 1)).getFirst().details()).contains("up to 1 task queued");
        assertThat(ChainLink.of(run(List.of("orders"), 2)).getFirst().details()).contains("up to 2 tasks queued");
    }

    private static Run run(List<String> chain, int... queued) {
        Run known = Users.commonPool();
        Station orders = Station.of("orders", StationKind.EXECUTOR)
                .maximum(OptionalInt.of(5))
                .queueMax(queued.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(queued[0]))
                .build();
        Observation seen = known.observation().orElseThrow().withPools(List.of(orders));
        Place there = new Place(Kind.AWAITING_DOWNSTREAM, "api:443", "", 5, 0.308, 0);
        return Users.with(
                known,
                known.result(),
                Optional.of(seen),
                Optional.of(Evidence.with(
                        Diagnoses.limit(ORDERS).toBuilder().chain(chain).build(),
                        new Account(Optional.empty(), Optional.empty(), false, List.of(there), OptionalDouble.empty()),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of())));
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}
