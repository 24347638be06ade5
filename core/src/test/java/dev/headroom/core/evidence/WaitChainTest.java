package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

class WaitChainTest {

    private static final Load.Closed LOAD = Counts.closed(100, 0, new Until.Iterations(10));

    private static Diagnosis diagnosed(Seen seen) {
        return Measured.run(LOAD, Counts.of(LOAD, 20, 5, 50), seen).alone(0.25).diagnosis();
    }

    private static String binding(Diagnosis diagnosis) {
        return diagnosis.bindingLimit().map(Limit::pool).orElse("none");
    }

    private static Seen.PoolBuilder full(String name, int workers) {
        return pool(name, StationKind.EXECUTOR)
                .maximum(workers)
                .active(workers)
                .queue(50, 0)
                .saturated(1)
                .completed(1000)
                .byClock(workers / 20.0);
    }

    private static Seen.PoolBuilder fullTomcat() {
        return tomcat(60).active(60).queue(40, 0).saturated(1).completed(1000).byCompletions(3);
    }

    @Test
    void aPoolFullOfWaitersOnAFullPoolIsNotTheBindingLimit() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50).pool(fullTomcat().waitsForPool("inner", 60)).pool(full("inner", 5)));
        assertThat(binding(diagnosis)).isEqualTo("inner");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void aCompleterThatIsNotSaturatedHandsTheLimitBackToItsCaller() {
        Diagnosis diagnosis = diagnosed(Seen.during(50)
                .pool(fullTomcat().waitsForPool("inner", 60))
                .pool(pool("inner", StationKind.EXECUTOR)
                        .maximum(400)
                        .active(60)
                        .completed(1000)
                        .byClock(3)));
        assertThat(binding(diagnosis)).isEqualTo("tomcat-8888");
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "inner");
        assertThat(diagnosis.remedy().orElseThrow().action()).contains("server.tomcat.threads.max from 60 to at least");
    }

    @Test
    void theRootOfThreeFullPoolsBinds() {
        Diagnosis diagnosis = diagnosed(Seen.during(50)
                .pool(fullTomcat().waitsForPool("outer", 60))
                .pool(full("outer", 30).waitsForPool("inner", 30))
                .pool(full("inner", 5)));
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "outer", "inner");
        assertThat(binding(diagnosis)).isEqualTo("inner");
        assertThat(diagnosis.summary())
                .startsWith("60 Tomcat threads wait for 30 outer threads, which wait for 5 inner threads");
    }

    @Test
    void ofPoolsThatWaitForEachOtherTheOneWithTheMostRequestsBeforeItBinds() {
        Diagnosis diagnosis = diagnosed(Seen.during(50)
                .pool(fullTomcat().waitsForPool("one", 60))
                .pool(full("one", 30).waitsForPool("other", 30))
                .pool(full("other", 30).waitsForPool("one", 20).waitsForPool("other", 10)));
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "one", "other");
        assertThat(binding(diagnosis)).isEqualTo("one");
    }

    @Test
    void ofTwoCalleesTheFullOneBinds() {
        Diagnosis diagnosis = diagnosed(Seen.during(50)
                .pool(fullTomcat().waitsForPool("roomy", 35).waitsForPool("tight", 25))
                .pool(pool("roomy", StationKind.EXECUTOR)
                        .maximum(400)
                        .active(35)
                        .completed(1000))
                .pool(full("tight", 5)));
        assertThat(binding(diagnosis)).isEqualTo("tight");
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "tight");
    }

    @Test
    void busyWithoutAQueueIsNotSaturated() {
        Load.Closed load = Counts.closed(60, 0, new Until.Iterations(10));
        Diagnosis diagnosis = Measured.run(
                        load,
                        Counts.of(load, 20, 3, 50),
                        Seen.during(50)
                                .pool(tomcat(60).active(59).completed(1000).byCompletions(3)))
                .alone(3)
                .diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Diagnosis.Verdict.LOAD_IS_THE_LIMIT);
    }

    @Test
    void moreWaitersThanWorkersAreAQueueThatCanNotBeSeen() {
        Diagnosis diagnosis = diagnosed(Seen.during(50)
                .pool(fullTomcat().waitsForPool("inner", 60))
                .pool(full("inner", 5).queueUnseen().saturated(0)));
        assertThat(binding(diagnosis)).isEqualTo("inner");
    }

    @Test
    void aFullPoolThatNoOneWasSeenToWaitForIsOnlySuspected() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50).pool(tomcat(200).active(1).completed(1000)).pool(full("behind", 5)));
        assertThat(binding(diagnosis)).isEqualTo("behind");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("No frame showed who waits for behind"));
    }

    @Test
    void aWaitForAFutureOfUnknownOriginLeadsToTheBusiestPoolAndIsOnlySuspected() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50).pool(fullTomcat().waitsForPool("a future", 60)).pool(full("inner", 5)));
        assertThat(binding(diagnosis)).isEqualTo("inner");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void threadsThatMostlyWaitForALockAreFullBecauseOfTheLock() {
        Diagnosis diagnosis = diagnosed(Seen.during(50)
                .pool(fullTomcat().waits(Activity.AWAITING_LOCK, "example.Cache", 58))
                .resource(Seen.resource("example.Cache", StationKind.LOCK).full(0, 58)));
        assertThat(diagnosis.bindingLimit().orElseThrow().kind().id()).isEqualTo("lock");
        assertThat(binding(diagnosis)).isEqualTo("example.Cache");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** Who reads what his client sends waits for no downstream. */
    @Test
    void aChainDoesNotLeadToClients() {
        assertThat(diagnosed(Seen.during(50).pool(fullTomcat().waits(Activity.AWAITING_DOWNSTREAM, Peers.CLIENTS, 60)))
                        .chain())
                .containsExactly("tomcat-8888");
    }
}
