package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.load.http.Loop;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BoundedWarmUpTest {

    @Test
    void theLoadBeginsAlthoughTheServiceNeverAnswersTheWarmUp() throws Exception {
        Transport patient = new Transport(Duration.ofDays(1), false, false).draining(Duration.ofMillis(200));
        Load load = Loads.open(10, 100).with(patient, Optional.of(new Load.WarmUp(2, Duration.ofMillis(100))));
        try (TestService service = new TestService();
                RunningLoad running = Loads.start(service.get("/hang"), load)) {
            running.counted().get(10, TimeUnit.SECONDS);

            assertThat(running.result().get(10, TimeUnit.SECONDS).unfinished())
                    .as("of the counted load")
                    .isEqualTo(1);
            Await.until(() -> service.openConnections() == 0);
        }
    }

    @Tag("nightly")
    @Test
    void theLoadBeginsAlthoughTheGeneratorsOwnSocketDoesNotAnswer() throws Exception {
        Loop loop = Loop.open();
        CountDownLatch begun = new CountDownLatch(1);
        loop.execute(() -> new GeneratorWarmUp(loop, Unpooled.EMPTY_BUFFER).run(begun::countDown));

        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        loop.close();
    }
}
