package dev.headroom.lab.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class VerdictHistoryTest {

    private static final Instant BEGIN = Instant.EPOCH;

    private final VerdictHistory history = new VerdictHistory();

    private void add(int second, String pool, Standing standing) {
        add(second, pool, standing, 4);
    }

    private void add(int second, String pool, Standing standing, int workers) {
        Diagnosis diagnosis = Diagnosis.builder(Verdict.LIMIT, new Measure(10, 1, "counted"))
                .limit(new Limit(LimitKind.WORKER_POOL, pool, OptionalInt.of(workers)))
                .standing(standing)
                .build();
        history.add(BEGIN.plusSeconds(second), diagnosis);
    }

    private List<String> shown() {
        return history.current().stream()
                .map(entry -> entry.since().getEpochSecond() + " "
                        + entry.diagnosis().bindingLimit().orElseThrow().pool() + " "
                        + entry.diagnosis().standing())
                .toList();
    }

    @Test
    void anotherVerdictCountsOnceItWasMadeTwice() {
        add(0, "a", Standing.SUPPORTED);
        add(1, "b", Standing.SUPPORTED);
        add(2, "a", Standing.SUSPECTED);
        assertThat(shown()).containsExactly("0 a SUSPECTED");
        add(3, "b", Standing.SUPPORTED);
        add(4, "b", Standing.SUPPORTED);
        assertThat(shown()).containsExactly("4 b SUPPORTED");
    }

    @Test
    void whatNoLookConfirmsDoesNotStandThoughTheOthersDoNotAgree() {
        add(0, "a", Standing.SUPPORTED);
        add(1, "b", Standing.SUPPORTED);
        add(2, "c", Standing.SUPPORTED);
        add(3, "b", Standing.SUPPORTED);
        assertThat(shown()).containsExactly("0 a SUPPORTED");
        add(4, "c", Standing.SUPPORTED);
        assertThat(shown()).containsExactly("4 c SUPPORTED");
        for (int second = 5; second < 20; second += 2) {
            add(second, "b", Standing.SUPPORTED);
            add(second + 1, "c", Standing.SUPPORTED);
        }
        assertThat(shown()).as("nothing flickers").containsExactly("4 c SUPPORTED");
    }

    @Test
    void aLimitWhoseSizeIsEstimatedAnewIsTheSame() {
        add(0, "a", Standing.SUPPORTED, 7);
        add(1, "b", Standing.SUPPORTED, 19);
        add(2, "b", Standing.SUPPORTED, 20);
        add(3, "b", Standing.SUPPORTED, 19);
        assertThat(shown()).containsExactly("2 b SUPPORTED");
        assertThat(history.current()
                        .orElseThrow()
                        .diagnosis()
                        .bindingLimit()
                        .orElseThrow()
                        .workers())
                .as("as the newest look has it")
                .hasValue(19);
    }

    @Test
    void whatWasProvedIsAVerdictOfItsOwnAndTheOneBeforeIsKept() {
        add(0, "a", Standing.SUPPORTED);
        add(1, "a", Standing.PROVED);
        add(2, "a", Standing.PROVED);
        assertThat(shown()).containsExactly("2 a PROVED");
        assertThat(history.entries().stream().skip(1))
                .singleElement()
                .satisfies(entry -> assertThat(entry.diagnosis().standing()).isEqualTo(Standing.SUPPORTED));
    }
}
