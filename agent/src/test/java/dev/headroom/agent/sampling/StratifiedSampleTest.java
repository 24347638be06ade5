package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StratifiedSampleTest {

    /** Threads by number: the first three are of one pool, the others of another. */
    private static int pool(int thread) {
        return thread < 3 ? 0 : 1;
    }

    private static List<Integer> threads(int count) {
        return new ArrayList<>(IntStream.range(0, count).boxed().toList());
    }

    @Test
    void whereFewRanAllAreLookedAt() {
        assertThat(StratifiedSample.of(threads(60), StratifiedSampleTest::pool, 64))
                .hasSize(60);
        assertThat(StratifiedSample.of(threads(128), StratifiedSampleTest::pool, 64))
                .hasSize(128);
        assertThat(StratifiedSample.of(threads(129), StratifiedSampleTest::pool, 64))
                .hasSize(3 + 62);
    }

    @Test
    void aSmallPoolIsSeenWholeAndALargeOneByItsShare() {
        List<Integer> chosen = StratifiedSample.of(threads(1_003), StratifiedSampleTest::pool, 100);
        assertThat(chosen).contains(0, 1, 2).doesNotHaveDuplicates();
        assertThat(chosen).hasSize(3 + 99);
    }

    @Test
    void ofVeryManyPoolsEachIsSeenByFewer() {
        List<Integer> chosen = StratifiedSample.of(threads(9_800), thread -> thread / 14, 64);
        assertThat(chosen).hasSize(700);
        assertThat(chosen.stream().map(thread -> thread / 14)).doesNotHaveDuplicates();
        assertThat(StratifiedSample.of(threads(1_024), thread -> thread / 16, 64))
                .as("of 64 pools all")
                .hasSize(1_024);
    }

    @Test
    void noPartIsLargerThanWhatMayBeTakenAtOnce() {
        List<List<Integer>> parts = StratifiedSample.parts(threads(300), 64);
        assertThat(parts).extracting(List::size).containsExactly(128, 128, 44);
        assertThat(parts).flatExtracting(part -> part).isEqualTo(threads(300));
        assertThat(StratifiedSample.parts(List.of(), 64)).isEmpty();
    }

    @Test
    void everyThreadOfAPoolIsAsLikelyToBeChosenAsAnyOther() {
        int[] chosen = new int[203];
        for (int look = 0; look < 2_000; look++) {
            StratifiedSample.of(threads(203), StratifiedSampleTest::pool, 50).forEach(thread -> chosen[thread]++);
        }
        // 49 of 200 in each of 2,000 looks: 490 with a standard deviation of 19
        assertThat(IntStream.range(3, 203).map(thread -> chosen[thread]))
                .allSatisfy(times -> assertThat(times).isBetween(380, 600));
    }
}
