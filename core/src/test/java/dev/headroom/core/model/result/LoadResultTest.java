package dev.headroom.core.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadResultTest {

    private static final Window WINDOW = new Window(Seen.START.plus(Times.ofSeconds(0.5)), Times.ofSeconds(2));

    private static LoadResult result(long good, long failed) {
        List<LoadResult.Second> seconds = IntStream.range(0, 3)
                .mapToObj(i ->
                        new LoadResult.Second(i, good + failed, good, failed, 0, OptionalDouble.empty(), 1, 1, 1, 1))
                .toList();
        return Counts.result(3 * good, 3 * failed, 3, 0.001, seconds);
    }

    @Test
    void onlyGoodAnswersAreGoodput() {
        assertThat(result(5, 35).goodput(WINDOW)).contains(Rate.perSecond(5));
        assertThat(result(0, 10).goodput(WINDOW)).contains(Rate.perSecond(0));
    }

    @Test
    void withoutASeriesItIsNotKnown() {
        assertThat(Counts.result(1, 0, 1, 0.001, List.of()).goodput(WINDOW)).isEmpty();
    }
}
