package dev.headroom.fanout.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AdmissionTest {
    /** One that counts itself before it is refused takes the place of another for a moment, and has that one refused. */
    @Test
    void whoIsRefusedIsNeverCounted() throws Exception {
        Admission admission = new Admission(1);
        assertThat(admission.enter()).isTrue();
        AtomicBoolean end = new AtomicBoolean();
        Thread refused = Thread.ofPlatform().start(() -> {
            while (!end.get()) {
                admission.enter();
            }
        });

        for (int looks = 0; looks < 1_000_000 || admission.turnedAway() < 1_000; looks++) {
            assertThat(admission.inFlight() == 1).isTrue();
        }
        end.set(true);
        refused.join();
    }

    @Test
    void withoutABoundAllAreLetInAndCounted() {
        Admission admission = new Admission(null);

        for (int i = 0; i < 10_000; i++) {
            assertThat(admission.enter()).isTrue();
        }

        assertThat(admission.inFlight()).isEqualTo(10_000);
        assertThat(admission.limit()).isEmpty();
    }
}
