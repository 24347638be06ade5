package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.lab.OwnJvm;
import dev.headroom.lab.Recorded;
import dev.headroom.probe.jvm.ProcessId;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JVM whose heap holds 160 MB for eight at work. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class RaiseRiskIT {

    private static Move to(int many) {
        return new Move(Subject.CAPACITY, List.of(new Part("none", "none", 8, many)), many / 8.0, Back.SET, Double.NaN);
    }

    @ParameterizedTest
    @CsvSource({"UseG1GC, 300", "UseSerialGC, 420", "UseParallelGC, 420", "UseZGC, 300"})
    void aHeapThatHasNoRoomForTwiceAsManyHasSomeForAFew(String collector, int megabytes) throws Exception {
        try (OwnJvm keeper = OwnJvm.start(Keeper.class, "-XX:+" + collector, "-Xmx" + megabytes + "m")) {
            assertThat(keeper.line()).isEqualTo("8");
            RaiseRisk risk = RaiseRisk.of(observed(), ProcessId.now(keeper.pid()));

            assertThat(risk.against(to(16)))
                    .hasValueSatisfying(why -> assertThat(why).contains("of its heap"));
            assertThat(risk.against(to(10))).isEmpty();
            assertThat(risk.most()).isBetween(1.25, 2.0);
        }
    }

    private static Observation observed() {
        return Recorded.observation("users-common-pool");
    }
}
