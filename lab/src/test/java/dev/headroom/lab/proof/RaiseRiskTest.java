package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.proof.HeapRoom;
import dev.headroom.lab.Recorded;
import dev.headroom.lab.proof.RaiseRisk.Left;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What its limits let a JVM have, and the kernel does not. */
class RaiseRiskTest {

    private static final long MB = 1 << 20;

    private OptionalLong reach = OptionalLong.empty();
    private OptionalLong files = OptionalLong.empty();

    private final RaiseRisk risk = new RaiseRisk(
            Recorded.observation("upgrade-jdk-21"),
            Optional.of(new HeapRoom(150 * MB, 800 * MB, false)),
            () -> new Left(reach, files));

    private static Move raise(String target, int from, int to) {
        return new Move(
                Subject.CAPACITY, List.of(new Part(target, target, from, to)), 1.0 * to / from, Back.SET, Double.NaN);
    }

    private static Move twice() {
        return raise("none", 8, 16);
    }

    @Test
    void aHeapThatMayBecomeLargerThanItsContainerHasRoomForWhatTheContainerHas() {
        assertThat(risk.against(twice())).as("nobody tells").isEmpty();
        reach = OptionalLong.of(266 * MB);
        assertThat(risk.against(twice()))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("its container or machine has no memory", "150 of the 266 MB of its heap"));
        assertThat(risk.against(raise("none", 8, 12))).isEmpty();
        assertThat(risk.most()).isBetween(1.7, 1.8);
        reach = OptionalLong.of(2_000 * MB);
        assertThat(risk.against(twice())).as("asked anew").isEmpty();
        assertThat(risk.most()).isBetween(5.3, 5.4);
    }

    @Test
    void noMoreConnectionsAreMadeThanFilesMayBeOpened() {
        Move connections = raise("httpclient5#16", 200, 400);
        files = OptionalLong.of(200);
        assertThat(risk.against(connections)).isEmpty();
        files = OptionalLong.of(199);
        assertThat(risk.against(connections))
                .hasValueSatisfying(why -> assertThat(why).contains("199 files more", "200 connections"));
        assertThat(risk.against(twice())).as("no connections").isEmpty();
    }
}
