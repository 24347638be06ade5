package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 300 users of an executor of two threads whose tasks take 100 ms, on 16 cores. */
class RemediesTest {

    private static Remedy remedy(Activity tasks, double service) {
        Load.Closed load = Counts.closed(300, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = Seen.during(50)
                .pool(tomcat(400).active(300).queue(0, 0).completed(1000).waitsForPool("work", 298))
                .pool(pool("work", StationKind.EXECUTOR)
                        .maximum(2)
                        .active(2)
                        .queue(298, 0)
                        .completed(1000)
                        .byClock(0.1)
                        .doing(tasks, 2))
                .machine(16, service, service + 0.2, 0);
        return Measured.run(load, Counts.of(load, 20, 15, 50), seen)
                .alone(0.1)
                .diagnosis()
                .remedy()
                .orElseThrow();
    }

    @Test
    void tasksThatComputeAreNotSentToVirtualThreadsAndTheCoresAreTheEndOfIt() {
        Remedy computing = remedy(Activity.RUNNING, 2);
        assertThat(computing.action())
                .startsWith("Raise work from 2 to at least")
                .doesNotContain("virtual");
        assertThat(computing.reasoning()).contains("the processor carries no more than 160/s");
    }

    @Test
    void tasksThatWaitMayBeOnVirtualThreads() {
        Remedy waiting = remedy(Activity.SLEEPING, 0.1);
        assertThat(waiting.action()).contains("virtual threads need no bound");
        assertThat(waiting.reasoning()).doesNotContain("the processor carries");
    }
}
