package dev.headroom.cli.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairwiseTest {

    @Test
    void eachPairOccursInAFifthOfAll() {
        List<Cell> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (Way way : Way.values()) {
                kind.ends().forEach(end -> all.add(new Cell(kind, way, end)));
            }
        }

        List<Cell> few = Pairwise.of(all, new Random(1));

        assertThat(few).hasSizeLessThan(all.size() / 5);
        assertThat(all).allSatisfy(cell -> {
            assertThat(few).anyMatch(one -> one.kind() == cell.kind() && one.way() == cell.way());
            assertThat(few).anyMatch(one -> one.kind() == cell.kind() && one.end() == cell.end());
            assertThat(few).anyMatch(one -> one.way() == cell.way() && one.end() == cell.end());
        });
        assertThat(Pairwise.of(all, new Random(2))).isNotEqualTo(few);
    }
}
