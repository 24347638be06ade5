package dev.headroom.harness.drawn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.harness.drawn.DrawnKind.Role;
import dev.headroom.harness.truth.MinLaw;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DrawingTest {

    private static final List<Network> MANY = Drawing.all(400, 7, 0.1);

    @Test
    void theSameSeedGivesTheSameServicesAndTheFirstOfManyAreThoseOfFew() {
        assertThat(Drawing.all(20, 7, 0.1)).isEqualTo(MANY.subList(0, 20));
        assertThat(Drawing.all(20, 8, 0.1)).isNotEqualTo(MANY.subList(0, 20));
    }

    @Test
    void everyKindOfStationBindsSomewhere() {
        assertThat(MANY.stream()
                        .filter(network -> MinLaw.throughput(network)
                                == MinLaw.tightest(network).ceiling())
                        .map(network -> MinLaw.tightest(network).kind())
                        .collect(Collectors.toSet()))
                .containsAll(List.of(DrawnKind.values()).stream()
                        .filter(kind -> kind != DrawnKind.VIRTUAL)
                        .toList());
    }

    @Test
    void someAreHealthyAndSomeHaveTwoLimitsThatAreNear() {
        assertThat(MANY.stream()
                        .filter(network -> MinLaw.throughput(network)
                                < 0.8 * MinLaw.tightest(network).ceiling()))
                .hasSizeBetween(60, 200);
        assertThat(MANY.stream().filter(MinLaw::isTied)).hasSizeBetween(20, 60);
    }

    /** A verdict has to name one of them. */
    @Test
    void noTwoStationsOfAServiceHaveTheSameNumberOfUnits() {
        assertThat(MANY)
                .allSatisfy(network -> assertThat(network.stations().stream()
                                .filter(one -> one.kind().role() == Role.UNITS
                                        || one.kind().role() == Role.FRONT)
                                .map(DrawnStation::capacity))
                        .doesNotHaveDuplicates());
    }

    @Test
    void halfAsManyUnitsAgainIsAWholeNumber() {
        assertThat(MANY)
                .allSatisfy(network -> assertThat(network.stations().stream()
                                .filter(one -> one.kind().role() == Role.UNITS)
                                .map(one -> one.raised(Set.of(one.name()), 1.5).capacity()))
                        .allMatch(units -> units == Math.rint(units)));
    }

    @Test
    void noTimeIsNegative() {
        assertThat(MANY)
                .allSatisfy(network ->
                        assertThat(network.all().map(DrawnStation::millis)).allMatch(millis -> millis >= 0));
    }
}
