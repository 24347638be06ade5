package dev.headroom.probe.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Objects 0, 1 and 2 are connections. */
class ReferencesTest {

    private static final Map<Integer, Integer> CONNECTIONS = Map.of(0, 0, 1, 1, 2, 2);

    private final References.Builder edges = new References.Builder();

    private int[] owners(int objects) {
        return edges.build(objects).owners(CONNECTIONS, Map.of(), IntStream.empty());
    }

    private void refer(int from, int... to) {
        for (int one : to) {
            edges.add(from, one);
        }
    }

    @Test
    void whatLeadsToOneConnectionAloneIsIts() {
        refer(3, 0);
        refer(4, 3);

        assertThat(owners(6)).containsExactly(0, 1, 2, 0, 0, -1);
    }

    @Test
    void aTableOfThemAndWhatLeadsToItIsNobodys() {
        refer(3, 0, 1, 2);
        refer(4, 3);

        assertThat(owners(5)).containsExactly(0, 1, 2, -2, -1);
    }

    @Test
    void theNearestCountsWhereNodesOfAQueueLeadToTheNext() {
        refer(3, 6, 4);
        refer(4, 7, 5);
        refer(5, 8);
        refer(6, 0);
        refer(7, 1);
        refer(8, 2);

        assertThat(owners(9)).startsWith(0, 1, 2, 0, 1, 2);
    }

    @Test
    void aClientMayHaveSeveralRoots() {
        refer(3, 0, 1);
        refer(4, 1, 2);

        assertThat(edges.build(5).owners(Map.of(0, 7, 1, 7, 2, 8), Map.of(), IntStream.empty()))
                .containsExactly(7, 7, 8, 7, -2);
    }

    /** Three that wait, 3 to 5, for 6, which leads to one of their connections nearer than they do. */
    @Test
    void whatManyWaitForIsNobodys() {
        int[] types = {0, 0, 0, 1, 1, 1, 2, 3, 3, 3, 4};
        for (int one = 0; one < 3; one++) {
            refer(3 + one, 6, 7 + one);
            refer(7 + one, 10);
            refer(7 + one, one);
        }
        refer(6, 0);
        References all = edges.build(11);

        assertThat(all.shared(3, types)).containsExactly(6, 10);
        assertThat(all.shared(4, types)).isEmpty();
        assertThat(all.owners(CONNECTIONS, Map.of(), IntStream.empty())).startsWith(0, 1, 2, 0, -2, -2);
        assertThat(all.owners(CONNECTIONS, Map.of(), IntStream.of(6))).startsWith(0, 1, 2, 0, 1, 2, -2);
    }

    @Test
    void aCircleEnds() {
        refer(3, 0, 4);
        refer(4, 3);
        refer(0, 4);

        assertThat(owners(5)).containsExactly(0, 1, 2, 0, 0);
    }
}
