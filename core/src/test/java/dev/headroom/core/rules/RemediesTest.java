package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 300 users of an executor of two threads whose tasks take 100 ms, on 16 cores. */
class RemediesTest {

    private static Remedy remedy(Activity tasks, double service) {
        return remedy(tasks, service, "25", StationKind.SEMAPHORE);
    }

    /** @param held what one of the two tasks has while it waits */
    private static Remedy remedy(Activity tasks, double service, String java, StationKind held) {
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
                .resource(
                        resource("held", held).capacity(1).used(1, 0).holders(1).holdersWait(Activity.SLEEPING, "", 1))
                .onJava(java)
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
                .isEqualTo("Raise work from 2 to at least 16 threads for 160/s, as many as 16 cores carry.");
        assertThat(computing.value()).hasValue(16);
    }

    @Test
    void ofCoresThatAreHardlyUsedNobodyKnowsWhatTheyCarry() {
        Remedy waiting = remedy(Activity.SLEEPING, 0.16);
        assertThat(waiting.value()).hasValue(300);
        assertThat(waiting.action()).contains("for the 3000/s that 300 users can ask for");
        assertThat(waiting.reasoning()).contains("the processor carries no more than 2000/s");
    }

    @Test
    void tasksThatWaitMayBeOnVirtualThreads() {
        Remedy waiting = remedy(Activity.SLEEPING, 0.1);
        assertThat(waiting.action()).contains("virtual threads need no bound");
    }

    @ParameterizedTest
    @CsvSource({
        "1.8.0_402, SEMAPHORE, false",
        "17.0.15, SEMAPHORE, false",
        "'', SEMAPHORE, false",
        "21.0.8, SEMAPHORE, true",
        "21.0.8, LOCK, false",
        "23, LOCK, false",
        "24, LOCK, true",
        "25.0.3+9, LOCK, true"
    })
    void virtualThreadsAreAdvisedWhereThereAreAnyThatWaitWithoutTheirCarriers(
            String java, StationKind held, boolean advised) {
        assertThat(remedy(Activity.SLEEPING, 0.1, java, held).action().contains("virtual threads"))
                .isEqualTo(advised);
    }
}
