package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FoundViewTest {

    /** Who waits for a route that is full is counted at the whole as well, which is never full. */
    @Test
    void nobodyWaitsForAWholeThatHasRoomWhileAPartOfItIsFull() {
        Station route = station("http-route", 5, 1);
        Station whole = station("http-route-total", 25, 0);
        Station full = station("http-route-total", 5, 1);

        assertThat(view(route, whole).waiting(whole)).isEqualTo("–");
        assertThat(view(route, whole).waiting(route)).isEqualTo("32");
        assertThat(view(route, full).waiting(full)).isEqualTo("32");
        assertThat(view(whole).waiting(whole)).isEqualTo("32");
    }

    private static FoundView view(Station... resources) {
        Run run = Users.commonPool();
        return FoundView.of(
                Users.with(
                        run,
                        run.result(),
                        Optional.of(run.observation().orElseThrow().withPools(List.of(resources))),
                        run.diagnosis()),
                0);
    }

    private static Station station(String type, int maximum, double full) {
        return Station.of(type + "#1", StationKind.CONNECTION_POOL)
                .type(type)
                .maximum(OptionalInt.of(maximum))
                .active(5)
                .queue(OptionalDouble.of(32))
                .saturatedShare(full)
                .build();
    }
}
