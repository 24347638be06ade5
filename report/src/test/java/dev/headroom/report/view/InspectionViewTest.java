package dev.headroom.report.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Inspection.Room;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
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
}
