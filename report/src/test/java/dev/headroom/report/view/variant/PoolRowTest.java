package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.report.fixture.Users;
import dev.headroom.report.text.Format;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolRowTest {

    @Test
    void aQueueThatCannotBeSeenIsNotShownAsAnEmptyOne() {
        List<PoolRow> rows = PoolRow.of(Users.commonPool());
        assertThat(queue(rows, "http-poller")).isEqualTo(Format.NONE);
        assertThat(queue(rows, "common-pool")).matches("[\\d,.]+, max [\\d,.]+");
    }

    private static String queue(List<PoolRow> rows, String pool) {
        return rows.stream()
                .filter(row -> row.name().equals(pool))
                .map(PoolRow::queue)
                .findFirst()
                .orElseThrow();
    }
}
