package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
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

/** 300 users of an executor of two threads whose tasks take 100 ms. */
class RemediesTest {

    private static Remedy remedy(Activity tasks, double service) {
        return remedy(tasks, 16, service, "25");
    }

    private static Remedy remedy(Activity tasks, int cores, double service, String java) {
        Load.Closed load = Counts.closed(300, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = Seen.during(50)
                .pool(tomcat(400).active(300).queue(0, 0).completed(1000).waitsForPool("work", 298))
                .pool(pool("work", StationKind.EXECUTOR, 2)
                        .active(2)
                        .queue(298, 0)
                        .completed(1000)
                        .byClock(0.1)
                        .doing(tasks, 2))
                .onJava(java)
                .machine(cores, service, service + 0.2, 0);
        return Measured.run(load, 20, 15, 50, seen)
                .alone(0.1)
                .diagnosis()
                .remedy()
                .orElseThrow();
    }

    @Test
    void tasksThatComputeAreNotSentToVirtualThreadsAndTheCoresAreTheEndOfIt() {
        Remedy computing = remedy(Activity.RUNNING, 8, 2, "25");
        assertThat(computing.action())
                .isEqualTo("Raise work from 2 to at least 8 threads for 80/s, as many as 8 cores carry.");
        assertThat(computing.value()).hasValue(8);
    }

    /** As of threads that each begin one task and go on with it for good. */
    @Test
    void aPoolWhoseTasksAreNotTimedIsRaisedByWhatIsNotKnown() {
        Load.Closed load = Counts.closed(300, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = Seen.during(50)
                .pool(pool("spiral", StationKind.EXECUTOR, 6)
                        .active(6)
                        .queue(294, 0)
                        .completed(0)
                        .doing(Activity.SLEEPING, 6));

        Diagnosis found = Measured.run(load, 20, 15, 50, seen).alone(0.1).diagnosis();

        assertThat(found.summary()).contains("how long a task holds its worker was not seen");
        assertThat(found.remedy().orElseThrow().action())
                .isEqualTo("Raise spiral from 6, or shorten what its tasks do.");
    }

    @Test
    void aBlockedEventLoopIsNotToBeRaised() {
        Seen seen =
                Seen.during(50).pool(pool("netty", StationKind.EVENT_LOOPS, 2).active(2));

        assertThat(Remedies.unsized(seen.observation().stations().getFirst()).action())
                .isEqualTo("Shorten what its tasks do.");
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

    /** Up to Java 23 one that reads a socket while it holds a monitor keeps its carrier, whether others want that monitor or not. */
    @ParameterizedTest
    @CsvSource({
        "1.8.0_402, false",
        "17.0.15, false",
        "'', false",
        "21.0.8, false",
        "23, false",
        "24, true",
        "25.0.3+9, true"
    })
    void virtualThreadsAreAdvisedWhereEachWaitsWithoutItsCarrier(String java, boolean advised) {
        assertThat(remedy(Activity.SLEEPING, 16, 0.1, java).action().contains("virtual threads"))
                .isEqualTo(advised);
    }

    /** 1000 users of a pool of ten whose tasks wait for 0.5 s, on 4 cores: of the 0.4 that are used requests use a tenth. */
    @Test
    void whatTheProcessorDoesForNoRequestDoesNotGrowWithThem() {
        Load.Closed load = Counts.closed(1000, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Remedy remedy = Measured.run(load, 20, 50, 50, waitingFor(10, 990, 20, 0.4))
                .alone(0.5, waitingFor(1, 0, 2, 0.364))
                .diagnosis()
                .remedy()
                .orElseThrow();
        assertThat(remedy.value()).hasValue(1000);
        assertThat(remedy.action()).doesNotContain("cores carry");
        assertThat(remedy.reasoning()).contains("the processor carries no more than 1820/s");
    }

    private static Seen waitingFor(int active, int queued, double throughput, double service) {
        return Seen.during(50)
                .pool(tomcat(2000)
                        .active(active + queued)
                        .completed(50 * throughput)
                        .waitsForPool("work", active + queued))
                .pool(pool("work", StationKind.EXECUTOR, 10)
                        .active(active)
                        .queue(queued, 0)
                        .completed(50 * throughput)
                        .byClock(0.5)
                        .doing(Activity.SLEEPING, active))
                .machine(4, service, service, 0);
    }
}
