package dev.headroom.harness.truth;

import static dev.headroom.harness.drawn.Networks.of;
import static dev.headroom.harness.drawn.Networks.station;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.harness.drawn.DrawnKind;
import dev.headroom.harness.drawn.DrawnLoad;
import dev.headroom.harness.drawn.DrawnStation;
import dev.headroom.harness.drawn.DrawnStation.Shape;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.truth.Truth.Way;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LawsTest {

    private static final DrawnStation SEMAPHORE =
            station(DrawnKind.SEMAPHORE, "semaphore1", 4, 40, Shape.DETERMINISTIC);

    @Test
    void theTightestStationOfASaturatedServiceHasAllOfTheElasticity() {
        DrawnStation pool = station(DrawnKind.POOL, "pool2", 20, 50, Shape.DETERMINISTIC);
        Truth truth = Laws.of(of(DrawnLoad.closed(40, 0, false), Shape.DETERMINISTIC, SEMAPHORE, pool))
                .orElseThrow();
        assertThat(truth.way()).isEqualTo(Way.CONSTRUCTION);
        assertThat(truth.throughput()).isCloseTo(100, within(1e-9));
        assertThat(truth.of("semaphore1").value()).isCloseTo(1, within(1e-9));
        assertThat(truth.of("pool2").value()).isZero();
        assertThat(truth.load().value()).isZero();
        assertThat(truth.binding()).contains("semaphore1");
    }

    /** Three of them would reach what the load asks for; what binds is the two, whose rate has all of the elasticity for a small step. */
    @Test
    void aPoolOfTwoBindsThoughTheThirdReachesTheLoad() {
        DrawnStation two = station(DrawnKind.POOL, "pool1", 2, 40, Shape.DETERMINISTIC);
        Network network = of(DrawnLoad.open(67, false), Shape.DETERMINISTIC, two);
        Truth truth = Laws.of(network).orElseThrow();
        assertThat(truth.throughput()).isCloseTo(50, within(1e-9));
        assertThat(truth.of("pool1").binds()).isFalse();
        assertThat(truth.near())
                .hasValueSatisfying(near -> assertThat(near.value()).isCloseTo(1, within(1e-9)));
        assertThat(Laws.near(network)).as("a service has no half of a worker").isEmpty();
    }

    @Test
    void fewUsersAreTheLimitThemselves() {
        Truth truth = Laws.of(of(DrawnLoad.closed(4, 60, false), Shape.DETERMINISTIC, SEMAPHORE))
                .orElseThrow();
        assertThat(truth.throughput()).isCloseTo(40, within(1e-9));
        assertThat(truth.load().value()).isCloseTo(1, within(1e-9));
        assertThat(truth.binding()).isEmpty();
    }

    /** The outer one is held for as long as the inner one is, and waits for it as well: its ceiling counts what is inside. */
    @Test
    void aUnitThatIsHeldWhileTheNextStationWorksIsHeldForBoth() {
        DrawnStation outer = station(DrawnKind.HIKARI, "hikari2", 4, 40, Shape.DETERMINISTIC, SEMAPHORE);
        Truth truth = Laws.of(of(DrawnLoad.closed(40, 0, false), Shape.DETERMINISTIC, outer))
                .orElseThrow();
        assertThat(truth.throughput()).isCloseTo(50, within(1e-9));
        assertThat(truth.of("hikari2").value()).isCloseTo(1, within(1e-9));
        assertThat(truth.of("semaphore1").value()).isZero();
    }

    @Test
    void twoLimitsThatAreNearNeedASweep() {
        DrawnStation pool = station(DrawnKind.POOL, "pool2", 10, 95, Shape.DETERMINISTIC);
        assertThat(Laws.of(of(DrawnLoad.closed(60, 0, false), Shape.DETERMINISTIC, SEMAPHORE, pool)))
                .isEmpty();
    }

    @Test
    void timesAtRandomBehindAHeldUnitNeedASweep() {
        DrawnStation inner = station(DrawnKind.SEMAPHORE, "semaphore1", 4, 40, Shape.EXPONENTIAL);
        DrawnStation outer = station(DrawnKind.HIKARI, "hikari2", 4, 40, Shape.EXPONENTIAL, inner);
        assertThat(Laws.of(of(DrawnLoad.closed(40, 0, false), Shape.EXPONENTIAL, outer)))
                .isEmpty();
    }

    /** Homogeneous of degree one, but that larger stations also queue less. */
    @Test
    void allCapacitiesAndTheLoadTogetherRaiseAProductFormNetworkByAsMuch() {
        DrawnStation one = station(DrawnKind.SEMAPHORE, "semaphore1", 2, 40, Shape.EXPONENTIAL);
        DrawnStation other = station(DrawnKind.POOL, "pool2", 6, 90, Shape.EXPONENTIAL);
        Network network = of(DrawnLoad.closed(12, 50, false), Shape.EXPONENTIAL, one, other);
        Truth truth = Laws.of(network).orElseThrow();
        assertThat(truth.way()).isEqualTo(Way.PRODUCT_FORM);
        assertThat(truth.of("semaphore1").value()).isBetween(0.2, 0.8);
        double together = ProductForm.throughput(
                        network.raised(Set.of("semaphore1", "pool2"), 1.5).loaded(1.5))
                .orElseThrow();
        assertThat(Estimate.ofLaw(truth.throughput(), together, 1.5).value()).isBetween(1.0, 1.15);
    }

    /** Raising a lock, of which there can be but one, shortens what is done under it; the rest is done outside. */
    @Test
    void aLockIsRaisedWithoutMakingRequestsShorter() {
        DrawnStation lock = station(DrawnKind.LOCK, "lock1", 1, 12, Shape.DETERMINISTIC);
        assertThat(lock.raised(Set.of(lock.name()), 1.5).ceiling()).isCloseTo(1.5 * lock.ceiling(), within(1e-9));
        assertThat(lock.raised(Set.of(lock.name()), 1.5).unloaded()).isEqualTo(12);
    }
}
