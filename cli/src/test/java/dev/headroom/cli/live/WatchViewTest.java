package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.testing.Seen;
import dev.headroom.lab.running.VerdictHistory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class WatchViewTest {

    /** Until it has settled. */
    private static final int TIMES = 10;

    private static AttributedString verdict(Verdict verdict, Standing standing) {
        Diagnosis found = Diagnosis.builder(verdict, Measure.exact(10, "test"))
                .standing(standing)
                .build();
        VerdictHistory history = new VerdictHistory();
        for (int i = 0; i < TIMES; i++) {
            history.add(Instant.EPOCH.plusSeconds(i), found);
        }
        return WatchView.lines("shop", Optional.empty(), history.entries(), WatchOptions.DEFAULT, "", 80, 24).stream()
                .filter(line -> line.toString().startsWith("▶"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anAllClearHasItsGradeAndIsGreenOnlyWhereItIsSupported() {
        AttributedString suspected = verdict(Verdict.LOAD_IS_THE_LIMIT, Standing.SUSPECTED);
        assertThat(suspected.toString()).startsWith("▶ nothing binds (suspected), since");
        assertThat(suspected.styleAt(0)).isNotEqualTo(LiveFrame.GOOD);

        AttributedString supported = verdict(Verdict.LOAD_IS_THE_LIMIT, Standing.SUPPORTED);
        assertThat(supported.toString()).startsWith("▶ nothing binds (supported), since");
        assertThat(supported.styleAt(0)).isEqualTo(LiveFrame.GOOD);
        assertThat(verdict(Verdict.LOAD_IS_THE_LIMIT, Standing.PROVED).styleAt(0))
                .isEqualTo(LiveFrame.GOOD);
    }

    private static String picture(long samples) {
        Inspection found = Doctor.inspect(
                "shop", Seen.during(5).samples(samples).note("nobody answers").observation(), Optional.empty());
        return String.join(
                "\n",
                WatchView.lines("shop", Optional.of(found), List.of(), WatchOptions.DEFAULT, "", 80, 24).stream()
                        .map(AttributedString::toString)
                        .toList());
    }

    @Test
    void whereNothingIsSeenItIsSaidWhy() {
        assertThat(picture(0)).contains("nobody answers");
        assertThat(picture(10)).doesNotContain("nobody answers");
    }
}
