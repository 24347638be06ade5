package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Eight workers become sixteen in a heap of 320 MB. */
class HeapRoomTest {

    private static final long MEGABYTE = 1 << 20;

    private static final Move MOVE =
            new Move(Subject.CAPACITY, List.of(new Part("p", "p", 8, 16)), 2, Back.SET, Double.NaN);

    private static HeapRoom lives(long megabytes) {
        return new HeapRoom(megabytes * MEGABYTE, 320 * MEGABYTE);
    }

    @Test
    void whereTwiceWhatLivesFitsNothingNeedBeKnownOfARequest() {
        assertThat(lives(160).isSure(MOVE)).isTrue();
        assertThat(lives(160).lacks(MOVE, 100 * MEGABYTE)).isEmpty();
        assertThat(lives(161).isSure(MOVE)).isFalse();
    }

    @Test
    void whatEightMoreRequestsAllocateHasToFit() {
        assertThat(lives(200).lacks(MOVE, 15 * MEGABYTE)).isEmpty();
        assertThat(lives(200).lacks(MOVE, 25 * MEGABYTE))
                .hasValueSatisfying(why -> assertThat(why).contains("25 MB", "8 more", "200 MB", "120 MB are free"));
    }

    @Test
    void whatIsNotKnownIsNotHeldAgainstIt() {
        assertThat(lives(200).lacks(MOVE, Double.NaN)).isEmpty();
    }
}
