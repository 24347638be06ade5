package dev.headroom.core.testing;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Users;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Variants and their runs that have nothing but what a test is about. */
public final class Plain {

    public static final Load LOAD =
            new Load.Open(Rate.perSecond(1), Duration.ofSeconds(1), Transport.DEFAULT, Optional.empty());

    private Plain() {}

    public static Variant variant(String name, Expectations expected, String... lifts) {
        return variant(
                name, List.of(new RequestKind("", 1, "GET", "/", Map.of(), "", "", List.of(), "")), expected, lifts);
    }

    public static Variant variant(String name, List<RequestKind> requests, String... lifts) {
        return variant(name, requests, Expectations.NONE, lifts);
    }

    private static Variant variant(String name, List<RequestKind> requests, Expectations expected, String... lifts) {
        return new Variant(
                name,
                "",
                requests,
                Map.of(),
                List.of(),
                Optional.empty(),
                Published.NONE,
                Optional.empty(),
                List.of(),
                List.of(lifts),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Map.of(),
                expected,
                Users.NONE);
    }

    public static Run run(String variant, Optional<LoadResult> result, Diagnosis diagnosis, Optional<String> failure) {
        return run(variant(variant, Expectations.NONE), LOAD, result, Optional.empty(), diagnosis, failure);
    }

    /** @param failure empty for a run that came to its end */
    public static Run run(
            Variant variant,
            Load load,
            LoadResult result,
            Optional<Observation> seen,
            Diagnosis diagnosis,
            String failure) {
        return run(
                variant,
                load,
                Optional.of(result),
                seen,
                diagnosis,
                failure.isEmpty() ? Optional.empty() : Optional.of(failure));
    }

    private static Run run(
            Variant variant,
            Load load,
            Optional<LoadResult> result,
            Optional<Observation> seen,
            Diagnosis diagnosis,
            Optional<String> failure) {
        return new Run(
                "test",
                variant,
                Instant.EPOCH,
                false,
                load,
                Optional.empty(),
                result,
                seen,
                Optional.of(diagnosis),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                Map.of(),
                new Run.Environment("", "", "", 2, 0, "", ""),
                failure,
                Optional.empty(),
                List.of(),
                1,
                List.of(),
                List.of(),
                Optional.empty());
    }
}
