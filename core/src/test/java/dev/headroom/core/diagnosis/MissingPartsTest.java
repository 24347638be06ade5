package dev.headroom.core.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.prediction.Predictor;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A probe may leave out anything, and a short or broken run anything else. Something true must still be said. */
class MissingPartsTest {

    private static final List<String> NAMES = List.of("a", "b", "c", "127.0.0.1:8090", "nowhere");

    private static double number(Cases any) {
        return switch (any.whole(0, 4)) {
            case 0 -> 0;
            case 1 -> Double.NaN;
            default -> any.between(0, 50);
        };
    }

    private static Optional<Measure> measure(Cases any) {
        return any.whole(0, 1) == 0
                ? Optional.empty()
                : Optional.of(new Measure(number(any), any.whole(0, 1) == 0 ? Double.NaN : 0.1, "somehow"));
    }

    private static Station pool(String name, Cases any) {
        List<Station.Wait> waits = new ArrayList<>();
        for (int i = any.whole(0, 3); i > 0; i--) {
            waits.add(new Station.Wait(
                    any.whole(0, 1) == 0 ? Activity.AWAITING_POOL : Activity.AWAITING_DOWNSTREAM,
                    NAMES.get(any.whole(0, NAMES.size() - 1)),
                    any.between(0, 20),
                    "a frame"));
        }
        return Station.of(name, StationKind.values()[any.whole(0, StationKind.values().length - 1)])
                .workers(any.between(0, 20))
                .maximum(any.whole(0, 1) == 0 ? OptionalInt.empty() : OptionalInt.of(any.whole(0, 20)))
                .active(any.between(0, 20))
                .queue(seen(any.whole(-1, 30)))
                .queueMax(seen(any.whole(-1, 60)))
                .queueGrowth(OptionalDouble.of(any.between(-5, 5)))
                .completed(any.whole(0, 2) == 0 ? OptionalDouble.empty() : OptionalDouble.of(any.whole(0, 500)))
                .holdingByCompletions(measure(any))
                .holdingByClock(measure(any))
                .saturatedShare(any.between(0, 1))
                .activities(Map.of(Activity.AWAITING_DOWNSTREAM, any.between(0, 20)))
                .waits(waits)
                .build();
    }

    private static OptionalDouble seen(int figure) {
        return figure < 0 ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }

    private static Observation observation(Cases any) {
        List<Station> pools = new ArrayList<>();
        for (int i = any.whole(0, 3); i > 0; i--) {
            pools.add(pool(NAMES.get(i - 1), any));
        }
        Observation.Call call = new Observation.Call(
                "127.0.0.1:8090",
                Rate.perSecond(any.between(0, 50)),
                new Measure(number(any), 0, "a clock"),
                number(any));
        Observation seen = Seen.during(any.whole(0, 3) == 0 ? 0 : any.between(0.1, 60))
                .samples(any.whole(0, 100))
                .observation();
        return new Observation(
                seen.window(),
                pools,
                any.whole(0, 1) == 0 ? List.of() : List.of(call),
                seen.processor(),
                List.of(),
                seen.jvm(),
                seen.probe(),
                Network.NONE,
                List.of(),
                Optional.empty(),
                List.of(),
                Observation.Host.UNKNOWN,
                List.of(),
                Map.of());
    }

    private static Load load(Cases any) {
        return switch (any.whole(0, 2)) {
            case 0 -> Counts.open(any.between(0.1, 50), any.between(1, 30));
            case 1 -> Counts.closed(any.whole(1, 50), think(any), new Until.Iterations(any.whole(1, 10)));
            default ->
                Counts.closed(any.whole(1, 50), think(any), new Until.Elapsed(Duration.ofSeconds(any.whole(1, 10))));
        };
    }

    private static double think(Cases any) {
        return any.whole(0, 1) == 0 ? 0 : any.between(0, 3);
    }

    private static LoadResult result(Load load, Cases any) {
        if (load instanceof Load.Open open && any.whole(0, 1) == 0) {
            return Counts.of(open, any.between(0.5, 100), any.between(0.01, 2));
        }
        return Counts.result(any.whole(0, 100), any.whole(0, 100), any.between(0.1, 60), any.between(0, 5), List.of());
    }

    /** With or without a baseline, and that with or without what the probe saw. */
    private static Measured any(Load load, Cases any) {
        Measured run = Measured.run(load, result(load, any), observation(any));
        return switch (any.whole(0, 2)) {
            case 0 -> run;
            case 1 -> run.alone(number(any));
            default -> run.alone(number(any), number(any), Optional.of(observation(any)));
        };
    }

    @Test
    void whateverIsMissingADiagnosisIsMadeAndClaimsNoProofWithoutItsTerms() {
        Cases.forAll(3000, any -> {
            Load load = load(any);
            Diagnosis diagnosis = any(load, any).diagnosis();
            assertThat(diagnosis.summary()).isNotBlank().doesNotContain("NaN").doesNotContain("null");
            assertThat(diagnosis.ceiling().map(Measure::value).filter(value -> !(value > 0)))
                    .isEmpty();
            if (diagnosis.bindingLimit().isPresent() && diagnosis.standing() == Standing.SUPPORTED) {
                assertThat(diagnosis.ceiling()).isPresent();
                assertThat(diagnosis.ratio().orElseThrow()).isBetween(0.9, 1.1);
            }
        });
    }

    @Test
    void whateverIsMissingAPredictionIsMadeOrNone() {
        Cases.forAll(1000, any -> {
            Load load = load(any);
            Optional<Prediction> prediction = Predictor.predict(
                            load, observation(any), 0, List.of(), any(load, any).diagnosis())
                    .prediction();
            prediction.ifPresent(one -> {
                assertThat(one.p50()).isLessThanOrEqualTo(one.p95());
                assertThat(one.p95()).isLessThanOrEqualTo(one.max());
                assertThat(Times.seconds(one.mean())).isBetween(0.0, Times.seconds(one.max()));
            });
        });
    }
}
