package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loads of which nothing, or next to nothing, is answered well while they are watched. */
class UnansweredTest {

    /** Eight seconds a response, of a load of six that is awaited for as long again. */
    @Test
    void aLoadThatIsOverBeforeItsAnswersComeTellsNothing() {
        Load.Open load = Counts.open(10, 6);
        LoadResult result = Counts.cutShort(Counts.of(load, 1000, 8), 21);
        Seen seen = Seen.during(1, 6)
                .pool(pool("pool-1", StationKind.OTHER)
                        .active(33)
                        .doing(Activity.SLEEPING, 33, "example.Shop.rest:16"));
        Diagnosis diagnosis = Measured.run(load, result, seen).diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(diagnosis.summary()).contains("only 0 responses", "21 requests were unfinished", "after up to 8 s");
    }

    @Test
    void requestsThatFillAnEmptyServiceAreNoBacklog() {
        Load.Open load = Counts.open(10, 8);
        Seen seen = Seen.during(2, 8)
                .pool(pool("pool-1", StationKind.OTHER)
                        .active(33)
                        .doing(Activity.SLEEPING, 33, "example.Shop.rest:16"));
        Diagnosis diagnosis = Measured.run(load, 1000, 6, seen).alone(6).diagnosis();
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.summary()).contains("several responses");
    }

    /** Each is given up on after five seconds: what hangs has no response time. */
    @Test
    void whereNothingIsAnsweredWellNoTimeIsTold() {
        Load.Open load = Counts.open(10, 60);
        List<LoadResult.Second> seconds = IntStream.range(0, 61)
                .mapToObj(i -> new LoadResult.Second(
                        i, 10, 0, i < 5 ? 0 : 10, Math.min(50, 10 * i), OptionalDouble.empty(), 0, 0, 0, 0))
                .toList();
        Diagnosis diagnosis = Measured.run(
                        load,
                        Counts.result(0, 550, 60, 0, seconds),
                        Seen.during(2, 8)
                                .pool(pool("pool-1", StationKind.OTHER)
                                        .active(35)
                                        .doing(Activity.SLEEPING, 35)))
                .diagnosis();
        assertThat(diagnosis.account().places())
                .isNotEmpty()
                .allSatisfy(place -> assertThat(place.seconds()).isInfinite());
    }

    @Test
    void aServiceThatClosesEveryConnectionFailsEveryRequest() {
        Load.Closed load = Counts.closed(1, 0, new Until.Elapsed(Duration.ofSeconds(60)));
        Diagnosis diagnosis = Measured.run(
                        load, Counts.failing(load, 0, 0.1, ErrorKind.RESET, 0, 10, 60), Seen.during(60))
                .diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.ALL_REQUESTS_FAIL);
        assertThat(diagnosis.summary()).startsWith("Every request fails (connection closed or reset):");
    }
}
