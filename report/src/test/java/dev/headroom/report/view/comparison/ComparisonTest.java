package dev.headroom.report.view.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.text.Format;
import dev.headroom.report.view.comparison.Comparison.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static Metric metric(Run run, String name) {
        return Comparison.of(new Repetitions.Group(List.of(run)), "a").metrics().stream()
                .filter(metric -> metric.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** 60 s of load, and the last answer some time later. */
    @Test
    void theDrainDilutesTheWholeRunAndNotTheGoodput() {
        Run run = Users.lifted();
        double steady = run.diagnosis().orElseThrow().throughput().value();
        double whole = run.result().orElseThrow().throughput().perSecond();
        assertThat(whole).isLessThan(steady);

        assertThat(metric(run, Comparison.GOODPUT).measured().value()).isEqualTo(Format.perSecond(steady));
        assertThat(metric(run, Comparison.THROUGHPUT).measured().value()).isEqualTo(Format.perSecond(whole));
    }

    @Test
    void thePredictionIsOfTheWholeRunAndPhysicsOfTheLoad() {
        Run run = Users.lifted();
        assertThat(metric(run, Comparison.GOODPUT).predicted().isEmpty()).isTrue();
        assertThat(metric(run, Comparison.GOODPUT).physics().isEmpty()).isFalse();
        assertThat(metric(run, Comparison.THROUGHPUT).predicted().isEmpty()).isFalse();
    }
}
