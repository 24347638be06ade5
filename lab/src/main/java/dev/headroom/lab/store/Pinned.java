package dev.headroom.lab.store;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names in {@code run.json} that are not those of the records' components, and what is written beside the components. All other names are
 * pinned by the published schema, which allows no others and is held against every field in a test.
 */
final class Pinned {

    static final Map<Class<?>, Class<?>> NAMES = Map.of(
            Run.class, OfRun.class,
            Load.Closed.class, OfUsers.class,
            LoadResult.class, OfResult.class,
            LoadResult.Second.class, OfSecond.class,
            LoadResult.Generator.class, OfGenerator.class,
            Observation.class, OfObservation.class,
            Observation.ProbeCost.class, OfProbe.class,
            Station.class, OfPool.class,
            Latency.Point.class, OfPoint.class);

    private Pinned() {}

    interface OfRun {
        @JsonProperty("cpuSeconds")
        Map<String, Double> cpuSecondsByProcess();

        @JsonProperty
        Optional<Duration> cpuPerAnswer();

        @JsonProperty
        Published published();
    }

    interface OfUsers {
        @JsonProperty
        Duration thinkTime();
    }

    interface OfResult {
        @JsonProperty
        long unfinished();
    }

    interface OfSecond {
        @JsonProperty("mean")
        double meanMillis();

        @JsonProperty("p50")
        double p50Millis();

        @JsonProperty("p95")
        double p95Millis();

        @JsonProperty("max")
        double maxMillis();
    }

    interface OfGenerator {
        @JsonProperty("lag")
        Duration lagMean();
    }

    interface OfObservation {
        @JsonProperty("threads")
        List<Observation.Sample> series();
    }

    interface OfProbe {
        @JsonProperty("cost")
        double share();
    }

    interface OfPool {
        @JsonProperty
        double utilization();
    }

    /** {@code [quantile, ms]}. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    interface OfPoint {}
}
