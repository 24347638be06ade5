package dev.headroom.lab.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.conservation.RequestsInHeap;
import dev.headroom.lab.running.RunningHeap.Dump;
import dev.headroom.lab.running.RunningHeap.Read;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunningHeapTest {

    private static final RequestsInHeap NOTHING = new RequestsInHeap(Set.of(), Map.of(), Map.of(), Optional.empty());

    @Test
    void asManyAreReadAsAreNeededIfTheyTakeWhatWasSaid() throws Exception {
        Read read = read(1_200, 1_200);

        assertThat(read.heaps()).hasSize(RunningHeap.DUMPS);
        assertThat(read.slow()).isEmpty();
    }

    @Test
    void afterOneThatTookFarLongerThanWasSaidNoOtherIsMade() {
        assertThatThrownBy(() -> read(1_201, 1))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("After 1 heap dump no more were made: the last took 1.2 s, and about 0.3 s");
    }

    @Test
    void theLastNeededMayBeSlowAndThatIsSaid() throws Exception {
        Read read = read(1_200, 1_900);

        assertThat(read.heaps()).hasSize(RunningHeap.DUMPS);
        assertThat(read.slow()).hasValueSatisfying(slow -> assertThat(slow).contains("the last took 1.9 s"));
    }

    private static Read read(long... millis) throws Exception {
        Queue<Dump> dumps = new ArrayDeque<>();
        for (long one : millis) {
            dumps.add(new Dump(NOTHING, Duration.ofMillis(one)));
        }
        return RunningHeap.read(Duration.ofMillis(300), first -> {
            assertThat(first).isEqualTo(dumps.size() == millis.length);
            return dumps.remove();
        });
    }
}
