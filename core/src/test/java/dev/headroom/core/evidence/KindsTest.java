package dev.headroom.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.KindOfRequest.Evidence;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Views of 30 ms and orders of 200 ms, three to one, on six connections: 82.8 requests a second. */
class KindsTest {

    private static final double X = 6 / (0.75 * 0.03 + 0.25 * 0.2);

    private static final Observation LOADED = Seen.during(10)
            .resource(Seen.resource("hikari#1", StationKind.CONNECTION_POOL)
                    .capacity(6)
                    .full(6, 50))
            .observation();

    private static LoadResult.Kind counted(String name, double rate) {
        long each = Math.round(rate);
        return new LoadResult.Kind(name, 10 * each, 10 * each, Map.of(), Latency.NONE, Collections.nCopies(10, each));
    }

    private static LoadResult result() {
        return Counts.result(828, 0, 10, 0.7, List.of())
                .withKinds(List.of(counted("view", 0.75 * X), counted("order", 0.25 * X)));
    }

    private static Kinds.Alone alone(String name, int turns, double demand) {
        double answers = 20;
        return new Kinds.Alone(
                name,
                turns,
                Optional.empty(),
                Optional.of(Measure.exact(demand, "a test")),
                (long) answers,
                Seen.during(2)
                        .resource(Seen.resource("hikari#1", StationKind.CONNECTION_POOL)
                                .capacity(6)
                                .used(answers * demand / 2, 0)
                                .taken(answers))
                        .observation());
    }

    private static List<KindOfRequest> kinds(double order, Map<String, Double> holders) {
        return Kinds.of(
                List.of(alone("view", 3, 0.03), alone("order", 1, order)),
                result(),
                LOADED,
                found(),
                Map.of("hikari#1", holders));
    }

    private static Diagnosis found() {
        return Diagnosis.builder(Diagnosis.Verdict.LIMIT, Measure.exact(X, "test"))
                .limit(new Limit(
                        LimitKind.CONNECTION_POOL, LOADED.resources().getFirst().name(), OptionalInt.of(6)))
                .build();
    }

    @Test
    void holdersAreToldApartByTheirLines() {
        KindOfRequest order = kinds(0.2, Map.of("view", 1.8, "order", 4.2)).get(1);

        assertThat(order.evidence()).isEqualTo(Evidence.LINES);
        assertThat(order.shareOfLimit().orElseThrow()).isCloseTo(0.7, within(1e-9));
        assertThat(order.share()).isEqualTo(0.25);
        assertThat(order.throughput()).isCloseTo(0.25 * X, within(0.5));
        assertThat(order.demand().orElseThrow()).isCloseTo(4.2 / order.throughput(), within(1e-9));
        assertThat(order.visits()).hasValue(1);
    }

    @Test
    void whereTheyShareTheirLinesTheDemandsOfOneUserTellIfTheyAddUp() {
        List<KindOfRequest> kinds = kinds(0.2, Map.of("", 6.0));

        assertThat(kinds).allMatch(kind -> kind.evidence() == Evidence.ONE_USER);
        assertThat(kinds.get(0).shareOfLimit().orElseThrow()).isCloseTo(0.31, within(0.01));
        assertThat(kinds.get(1).shareOfLimit().orElseThrow()).isCloseTo(0.69, within(0.01));
    }

    @Test
    void whereTheyDoNotAddUpNobodyKnows() {
        List<KindOfRequest> kinds = kinds(0.1, Map.of("", 6.0));

        assertThat(kinds).allMatch(kind -> kind.evidence() == Evidence.NONE);
        assertThat(kinds).allMatch(kind -> kind.shareOfLimit().isEmpty());
        assertThat(kinds).allMatch(kind -> kind.demand().isEmpty());
    }

    @Test
    void aFewHoldersAtSharedLinesDoNotMatter() {
        assertThat(kinds(0.2, Map.of("view", 1.8, "order", 4.0, "", 0.2)))
                .allMatch(kind -> kind.evidence() == Evidence.LINES);
    }

    @Test
    void whatAStepTakesIsWhatTheOnesBeforeItDoNot() {
        Kinds.Alone both = alone("order", 1, 0.23);
        Kinds.Alone order =
                new Kinds.Alone("order", 1, Optional.of("view"), both.response(), both.answers(), both.observation());

        List<KindOfRequest> kinds = Kinds.of(
                List.of(alone("view", 3, 0.03), order), result(), LOADED, found(), Map.of("hikari#1", Map.of()));

        assertThat(kinds.get(1).demandAlone().orElseThrow()).isCloseTo(0.2, within(1e-9));
        assertThat(kinds.get(1).visits()).hasValue(0);
        assertThat(kinds.get(1).shareOfLimit().orElseThrow()).isCloseTo(0.69, within(0.01));
    }
}
