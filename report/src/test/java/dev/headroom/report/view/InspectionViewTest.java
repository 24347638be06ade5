package dev.headroom.report.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.ProbeCost;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Inspection.Room;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.view.variant.FoundView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class InspectionViewTest {

    @Test
    void whatBindsIsNotAmongTheLimitsWithRoomLeft() {
        Run run = Users.commonPool();
        Diagnosis found = run.diagnosis().orElseThrow();
        Inspection seen = Doctor.inspect("shop", run.observation().orElseThrow(), Optional.empty());
        Limit other = new Limit(LimitKind.CPU, "cpu", OptionalInt.of(2));
        Inspection inspection = new Inspection(
                "shop",
                seen.startedAt(),
                seen.workload(),
                seen.seen(),
                found,
                Optional.empty(),
                List.of(new Room(found.bindingLimit().orElseThrow(), 0.93, 11), new Room(other, 0.1, 100)));

        assertThat(InspectionView.of(inspection).room())
                .singleElement()
                .extracting(InspectionView.RoomRow::name)
                .asString()
                .startsWith("the processor");
    }

    @Test
    void dumpsDoNotTellWhatElseMayBindNext() {
        assertThat(found("agent").next())
                .hasValueSatisfying(next -> assertThat(next)
                        .startsWith("Next to bind would be the load itself, at 20/s, then tomcat-8888")
                        .doesNotContain("not seen"));
        assertThat(found("dump").next())
                .hasValueSatisfying(next -> assertThat(next)
                        .startsWith(
                                "Of what was seen, next to bind would be the load itself, at 20/s, then tomcat-8888")
                        .endsWith("; pools whose size was not seen may bind before."));
    }

    /** @param mode in which the JVM was watched */
    private static FoundView found(String mode) {
        Run run = Users.commonPool();
        Observation seen = run.observation().orElseThrow();
        ProbeCost cost = seen.probe();
        Observation by = new Observation(
                seen.window(),
                seen.stations(),
                seen.calls(),
                seen.processor(),
                seen.series(),
                seen.jvm(),
                new ProbeCost(mode, cost.samples(), cost.interval(), cost.cpu(), cost.share()),
                seen.network(),
                seen.hangs(),
                seen.memory(),
                seen.levers(),
                seen.host(),
                seen.notes(),
                seen.rounds());
        Inspection inspection = Doctor.inspect("shop", by, Optional.empty())
                .with(run.diagnosis().orElseThrow());
        return FoundView.of(inspection, 0);
    }
}
