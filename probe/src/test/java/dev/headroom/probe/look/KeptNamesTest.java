package dev.headroom.probe.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptNamesTest {

    private final KeptNames names = new KeptNames();

    private String last(String... called) {
        return List.of(called).stream()
                .map(name -> names.of(7, name))
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "Worker-7: stocktaking, Worker-7: backup, Worker-7",
        "Worker-7, Worker-7: backup, Worker-7",
        "Worker-7: backup, Worker-7: billing, Worker-7",
        "pool-1-thread-3, pool-1-thread-3 GET /orders, pool-1-thread-3",
        "clerk 4 on order 118, clerk 4 on order 127, clerk 4 on order",
        "exec-12 [order 9], exec-1, exec",
        "ordersA, ordersB, ordersA",
        "reader, writer, reader",
        "a1, b2, a1"
    })
    void whatItsTasksCallItIsNotItsName(String first, String second, String kept) {
        assertThat(last(first, second)).isEqualTo(kept);
    }

    @Test
    void onceItIsKnownItStays() {
        assertThat(last("Worker-7: backup", "Worker-7", "Worker-7: backup", "Worker-7: round"))
                .isEqualTo("Worker-7");
    }

    @Test
    void eachThreadHasItsOwn() {
        names.of(1, "Worker-1: backup");
        names.of(1, "Worker-1: round");
        assertThat(names.of(2, "Worker-2: backup")).isEqualTo("Worker-2: backup");
        assertThat(names.of(1, "Worker-1: backup")).isEqualTo("Worker-1");
    }
}
