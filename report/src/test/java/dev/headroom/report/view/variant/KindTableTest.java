package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.KindOfRequest.Evidence;
import dev.headroom.report.fixture.Mixed;
import dev.headroom.report.fixture.Users;
import org.junit.jupiter.api.Test;

class KindTableTest {

    private static KindTable table(Evidence evidence) {
        return KindTable.of(Mixed.commonPool(evidence)).orElseThrow();
    }

    private static String cell(KindTable table, String head, int kind) {
        return table.columns().stream()
                .filter(column -> column.head().equals(head))
                .findFirst()
                .orElseThrow()
                .cells()
                .get(kind);
    }

    @Test
    void oneKindOfRequestHasNoTable() {
        assertThat(KindTable.of(Users.commonPool())).isEmpty();
    }

    @Test
    void theKindThatHoldsMostOfTheLimitComesFirstAndTheCeilingOfTheMixFollows() {
        assertThat(table(Evidence.LINES).sentence().replace('\u00a0', ' '))
                .isEqualTo("Of what is held of common-pool, 7 workers, order takes 69 %, view takes 31 %: this mix can"
                        + " reach 7 / (0.75 x 30 ms + 0.25 x 200 ms) = 96.6/s.");
    }

    @Test
    void aShareThatWasReckonedSaysSo() {
        assertThat(table(Evidence.ONE_USER).sentence()).contains("by what one user of each takes");
    }

    @Test
    void aShareThatIsNotKnownIsNotGuessed() {
        KindTable table = table(Evidence.NONE);

        assertThat(table.sentence()).contains("is not known");
        assertThat(cell(table, "of the limit", 0)).isEqualTo("not known");
    }

    @Test
    void failuresAreThoseOfTheKind() {
        assertThat(cell(table(Evidence.LINES), "failed", 1).replace('\u00a0', ' '))
                .isEqualTo("1 %");
    }
}
