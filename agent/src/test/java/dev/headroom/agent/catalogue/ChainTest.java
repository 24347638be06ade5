package dev.headroom.agent.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainTest {

    /** Stands for an object of a library. */
    static final class Pool {
        private final int most = 8;
        private final List<String> lent = new ArrayList<>(List.of(" ", "bb", "cc"));

        Duration period() {
            return Duration.ofMillis(100);
        }

        double getRate() {
            return 1e6 / 16_666.667;
        }

        int at(String route) {
            return route.length();
        }
    }

    @Test
    void fieldsAndMethodsAreFollowedWhoeverMaySeeThem() {
        assertThat(Chain.of("most").number(new Pool(), null)).isEqualTo(8);
        assertThat(Chain.of("lent").number(new Pool(), null)).isEqualTo(3);
        assertThat(Chain.of("period").number(new Pool(), null)).isEqualTo(100_000_000);
        assertThat(Chain.of("getRate").number(new Pool(), null)).isEqualTo(60);
        assertThat(Chain.of("at(*)").number(new Pool(), "api:443")).isEqualTo(7);
    }

    @Test
    void figuresAreCombinedFromLeftToRight() {
        assertThat(Chain.of("most - lent * 2").number(new Pool(), null)).isEqualTo(10);
        assertThat(Chain.of("missing | most").number(new Pool(), null)).isEqualTo(8);
        assertThat(Chain.of("lent.kinds(length)").number(new Pool(), null)).isEqualTo(2);
        assertThat(Chain.of("lent.count(isEmpty)").number(new Pool(), null)).isZero();
        assertThat(Chain.of("lent.count(isBlank)").number(new Pool(), null)).isEqualTo(1);
    }

    @Test
    void whatAnotherVersionDoesNotHaveIsUnknown() {
        assertThat(Chain.of("missing.most").number(new Pool(), null)).isEqualTo(-1);
        assertThat(Chain.of("most + missing").number(new Pool(), null)).isEqualTo(-1);
    }
}
