package dev.headroom.load.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.load.process.ProcessorUse.Look;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessorUseTest {

    private final ProcessorUse use = new ProcessorUse(0);

    /** All threads use a second a second together. */
    private void look(int second, Map<String, Double> threads) {
        use.add(new Look(second, Duration.ofSeconds(second), threads));
    }

    @Test
    void whatCountsMayHaveBegunBefore() {
        look(1, Map.of("a", 0.9));
        look(2, Map.of("a", 1.5, "b", 0.5));
        look(3, Map.of("a", 1.6, "b", 1.4));
        use.begin(1);

        assertThat(use.cpu()).isEqualTo(Duration.ofSeconds(2));
        assertThat(use.busiest()).isCloseTo(1.4, within(1e-9));
    }

    /** 0.2 cores in a warm-up, and 3.8 in the load: 2 are the mean of both. */
    @Test
    void whatCountsMayBeginAgain() {
        use.begin(0);
        use.add(new Look(10, Duration.ofSeconds(2), Map.of("a", 2.0)));
        use.again();
        assertThat(use.busiest()).isZero();
        use.add(new Look(20, Duration.ofSeconds(40), Map.of("a", 11.5)));
        assertThat(use.cpu()).isEqualTo(Duration.ofSeconds(38));
        assertThat(use.busiest()).isCloseTo(9.5, within(1e-9));
    }

    @Test
    void aThreadThatHasEndedWasBusyAllTheSame() {
        use.begin(0);
        look(1, Map.of("a", 0.9, "b", 0.1));
        look(2, Map.of("b", 0.2));
        assertThat(use.busiest()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void aThreadThatEndedBeforeTheMomentWasKnownWasBusyAllTheSame() {
        look(1, Map.of("b", 0.1));
        look(2, Map.of("a", 0.9, "b", 0.2));
        look(3, Map.of("b", 0.3));
        use.begin(1);
        assertThat(use.busiest()).isCloseTo(0.9, within(1e-9));
    }

    @Test
    void aLongLoadKeepsNoMoreThanAShortOne() {
        for (int second = 1; second <= 10_000; second++) {
            look(second, Map.of("a", (double) second));
            assertThat(use.kept()).isLessThanOrEqualTo(ProcessorUse.MOST);
        }
        use.begin(5_000);
        assertThat(Duration.ofSeconds(5_000).minus(use.cpu()).abs()).isLessThan(Duration.ofSeconds(500));
        look(10_001, Map.of("a", 10_001.0));
        assertThat(use.kept()).isZero();
        assertThat(use.busiest()).isCloseTo(use.cpu().toSeconds(), within(1e-9));
    }
}
