package dev.headroom.core.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutualExclusionTest {

    private static Move move(Part part) {
        return new Move(Subject.CAPACITY, List.of(part), part.to() / part.from(), Back.SET, Double.NaN);
    }

    @Test
    void aLimitOfOneIsNotRaised() {
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 1, 2))).orElseThrow())
                .startsWith("writer lets one past at a time");
    }

    @Test
    void aLimitOfTwoExcludesNobodyNorDoesOneThatStays() {
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 2, 4)))).isEmpty();
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 1, 1)))).isEmpty();
        assertThat(MutualExclusion.in(move(new Part("writer", "writer", 2, 1)))).isEmpty();
    }

    @Test
    void aShareOfOneIsALimitOfOne() {
        Part shards = Part.of("shards", "shards", List.of(new Part("a", "a", 1, 2), new Part("b", "b", 1, 2)));

        assertThat(MutualExclusion.in(move(shards))).isPresent();
    }
}
