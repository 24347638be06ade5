package dev.headroom.core.model.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {

    @Test
    void everyBlockHoldsEveryKindAsOftenAsItsTurns() {
        Turns turns = new Turns(3, 1, 2);

        for (int block = 0; block < 50; block++) {
            int[] kinds = IntStream.range(0, 6).map(i -> turns.next()).toArray();
            assertThat(kinds).containsExactlyInAnyOrder(0, 0, 0, 1, 2, 2);
        }
    }

    @Test
    void aKindComesAtNoRegularBeat() {
        Turns turns = new Turns(3, 1);
        Set<Integer> positions = new HashSet<>();
        for (int i = 0; i < 400; i++) {
            if (turns.next() == 1) {
                positions.add(i % 4);
            }
        }

        assertThat(positions).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void eachLoadHasTheSameSequence() {
        Turns one = new Turns(5, 2);
        Turns other = new Turns(5, 2);

        assertThat(IntStream.range(0, 70).map(i -> one.next()))
                .containsExactlyElementsOf(
                        IntStream.range(0, 70).map(i -> other.next()).boxed().toList());
    }
}
