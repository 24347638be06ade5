package dev.headroom.core.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutualExclusionTest {

    private static final Observation SEEN = Seen.during(10)
            .resource(Seen.resource("rate", StationKind.RATE_LIMITER, 1))
            .resource(Seen.resource("writer", StationKind.SEMAPHORE, 1))
            .pool(Seen.pool("common-pool", StationKind.FORK_JOIN, 1))
            .observation();

    private static Move move(Part part) {
        return new Move(Subject.CAPACITY, List.of(part), part.to() / part.from(), Back.SET, Double.NaN);
    }

    @Test
    void aLimitOfOneIsNotRaised() {
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 1, 2)), SEEN)
                        .orElseThrow())
                .startsWith("writer lets one past at a time");
    }

    @Test
    void whoIsToldToRaiseOneIsToldWhatToSeeFirst() {
        assertThat(MutualExclusion.before("writer", 1, SEEN).orElseThrow())
                .startsWith("See first that writer does not let one past at a time");
        assertThat(MutualExclusion.before("rate", 1, SEEN)).isEmpty();
        assertThat(MutualExclusion.before("common-pool", 1, SEEN))
                .as("of a machine of two cores")
                .isEmpty();
    }

    @Test
    void aRateOfOneASecondKeepsNobodyOut() {
        assertThat(MutualExclusion.in(move(new Part("rate", "rate", 1, 2)), SEEN))
                .isEmpty();
    }

    @Test
    void aLimitOfTwoExcludesNobodyNorDoesOneThatStays() {
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 2, 4)), SEEN))
                .isEmpty();
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 1, 1)), SEEN))
                .isEmpty();
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 2, 1)), SEEN))
                .isEmpty();
    }

    @Test
    void aShareOfOneIsALimitOfOne() {
        Part shards = Part.of("shards", "shards", List.of(new Part("a", "a", 1, 2), new Part("b", "b", 1, 2)));

        assertThat(MutualExclusion.in(move(shards), SEEN)).isPresent();
    }
}
