package dev.headroom.cli;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Expectations;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Published;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.RequestKind;
import dev.headroom.core.model.Run;
import dev.headroom.core.model.Users;
import dev.headroom.core.model.Variant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run that has nothing but what a test is about. */
final class Plain {

    static final Load LOAD =
            new Load.Open(Rate.perSecond(1), Duration.ofSeconds(1), Load.Transport.DEFAULT, Optional.empty());

    private Plain() {}

    static Run run(String variant, Optional<LoadResult> result, Diagnosis diagnosis, Optional<String> failure) {
        return new Run(
                "test",
                new Variant(
                        variant,
                        "",
                        List.of(RequestKind.only("GET", "/", Map.of(), "")),
                        Map.of(),
                        List.of(),
                        Optional.empty(),
                        Published.NONE,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Map.of(),
                        Expectations.NONE,
                        Users.NONE),
                Instant.EPOCH,
                false,
                LOAD,
                Optional.empty(),
                result,
                Optional.empty(),
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
