package dev.headroom.harness.truth;

import static dev.headroom.harness.drawn.Networks.of;
import static dev.headroom.harness.drawn.Networks.station;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.harness.drawn.DrawnKind;
import dev.headroom.harness.drawn.DrawnLoad;
import dev.headroom.harness.drawn.DrawnStation;
import dev.headroom.harness.drawn.DrawnStation.Shape;
import org.junit.jupiter.api.Test;

class ProductFormTest {

    /** N users of two equal single exponential stations: X = N / (N + 1) / S. */
    @Test
    void twoEqualStationsInALineAreKnownInClosedForm() {
        DrawnStation one = station(DrawnKind.LOCK, "lock1", 1, 10, Shape.EXPONENTIAL);
        DrawnStation other = station(DrawnKind.SEMAPHORE, "semaphore2", 1, 10, Shape.EXPONENTIAL);
        assertThat(ProductForm.throughput(of(DrawnLoad.closed(4, 0, false), Shape.EXPONENTIAL, one, other))
                        .orElseThrow())
                .isCloseTo(100 * 4 / 5.0, within(1e-9));
    }

    /** The machine repairmen: two users who think as long as the one station works. p(0) = 1 / (1 + 2 + 2) = 0.2 */
    @Test
    void usersWhoThinkLeaveTheStationIdleAtTimes() {
        DrawnStation one = station(DrawnKind.LOCK, "lock1", 1, 10, Shape.EXPONENTIAL);
        assertThat(ProductForm.throughput(of(DrawnLoad.closed(2, 10, true), Shape.EXPONENTIAL, one))
                        .orElseThrow())
                .isCloseTo(100 * 0.8, within(1e-9));
    }

    @Test
    void asManyUnitsAsUsersAreNoQueue() {
        DrawnStation one = station(DrawnKind.POOL, "pool1", 8, 40, Shape.EXPONENTIAL);
        assertThat(ProductForm.throughput(of(DrawnLoad.closed(8, 10, true), Shape.EXPONENTIAL, one))
                        .orElseThrow())
                .isCloseTo(8 / 0.05, within(1e-9));
    }
}
