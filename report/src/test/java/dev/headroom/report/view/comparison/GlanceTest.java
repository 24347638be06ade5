package dev.headroom.report.view.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlanceTest {

    @Test
    void timesThatLieCloseTogetherHaveTicksToReadThemBy() {
        assertThat(ticks(Users.lifted(), Users.lifted()))
                .containsExactly("250 ms", "300 ms", "350 ms", "400 ms", "450 ms");
    }

    @Test
    void timesFarApartHaveNoMoreTicksThanCanBeRead() {
        assertThat(ticks(Users.lifted(), Users.commonPool()))
                .containsExactly("0.5 s", "1 s", "2 s", "5 s", "10 s", "20 s", "50 s");
    }

    private static List<String> ticks(Run... runs) {
        return Glance.of(List.of(runs)).orElseThrow().ticks().stream()
                .map(tick -> tick.label().replace('\u00a0', ' '))
                .toList();
    }
}
