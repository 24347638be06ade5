package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InsistTest {

    @Test
    void whatFailsForWantOfMemoryIsDoneOnceThereIsSome() {
        AtomicInteger tries = new AtomicInteger();

        Insist.on(() -> {
            if (tries.incrementAndGet() < 3) {
                throw new OutOfMemoryError("Java heap space");
            }
        });

        assertThat(tries).hasValue(3);
    }
}
