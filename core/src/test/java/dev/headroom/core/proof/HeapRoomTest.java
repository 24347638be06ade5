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

    private static HeapRoom lives(long megabytes, boolean shared) {
        return new HeapRoom(megabytes * MEGABYTE, 320 * MEGABYTE, shared);
    }

    @Test
    void whatLivesHasRoomTwice() {
        assertThat(lives(160, false).lacks(MOVE)).isEmpty();
        assertThat(lives(161, false).lacks(MOVE))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("161 of the 320 MB", "2 times as many", "room for 320 MB"));
    }

    @Test
    void aHeapThatIsSharedIsNotFilledToTheLast() {
        assertThat(lives(128, true).lacks(MOVE)).isEmpty();
        assertThat(lives(129, true).lacks(MOVE)).isNotEmpty();
        assertThat(lives(200, true).most()).isBetween(1.27, 1.29);
    }

    @Test
    void aHeapThatWasNeverCollectedIsNotHeldAgainstIt() {
        assertThat(lives(0, true).lacks(MOVE)).isEmpty();
    }
}
