package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.UsersCase.CEILING;
import static dev.headroom.core.testing.UsersCase.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Check;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import org.junit.jupiter.api.Test;

class UsersCaseTest {

    private static final Limit COMMON_POOL = limit(LimitKind.WORKER_POOL, "common-pool", 7);

    private static Diagnosis overloaded(Seen seen, double seconds) {
        Load.Open load = Counts.open(20, seconds);
        return Measured.run(load, CEILING, S, seen)
                .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone())
                .diagnosis();
    }

    private static Diagnosis carried(Seen seen, double unloaded) {
        Load.Open load = Counts.open(20, 60);
        return Measured.run(load, 1000, unloaded, seen).alone(unloaded).diagnosis();
    }

    private static void namesTheCommonPool(Diagnosis diagnosis) {
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(diagnosis.bindingLimit()).contains(COMMON_POOL);
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "common-pool", "127.0.0.1:8090");
        assertThat(diagnosis.visits().orElseThrow().value()).isCloseTo(2, within(0.01));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(10.59, within(0.05));
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, within(0.05));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.backlogGrowth().orElseThrow()).isCloseTo(9.4, withinPercentage(5));
        assertThat(diagnosis.checks()).isNotEmpty().allMatch(Check::holds);
    }

    @Test
    void sevenCommonPoolWorkersBindBehindTwoHundredTomcatThreads() {
        Diagnosis diagnosis = overloaded(UsersCase.commonPool(), 60);
        namesTheCommonPool(diagnosis);
        assertThat(diagnosis.summary())
                .isEqualTo("On average 165 of 200 Tomcat threads wait for 7 common-pool workers, each held 0.331 s by"
                        + " 127.0.0.1:8090: 7 / (2 x 0.331 s) = 10.6 requests/s, and 10.5 were measured; the load of"
                        + " 20/s adds 9.47 requests to the backlog every second.");
    }

    @Test
    void theRemedyHasItsValueByLittlesLaw() {
        Diagnosis.Remedy remedy =
                overloaded(UsersCase.commonPool(), 60).remedy().orElseThrow();
        assertThat(remedy.action())
                .isEqualTo("See first that 127.0.0.1:8090 has room for the calls of all its callers."
                        + " Give the calls an executor of their own with at least 14 threads for 20/s;"
                        + " virtual threads need none.");
        assertThat(remedy.value()).hasValue(14);
        assertThat(remedy.reasoning()).contains("N = X V S = 20 x 2 x 0.331 s = 13.2");
    }

    @Test
    void theProcessorWouldBindNextBeforeTomcat() {
        Diagnosis.NextLimit next = overloaded(UsersCase.commonPool(), 60).next().orElseThrow();
        assertThat(next.limit().kind()).isEqualTo(LimitKind.CPU);
        assertThat(next.ceiling().perSecond()).isLessThan(200 / S);
    }

    @Test
    void aShortRunNamesTheCommonPoolBeforeTomcatIsFull() {
        namesTheCommonPool(overloaded(UsersCase.commonPoolQuick(), 15));
    }

    @Test
    void eightFullTomcatThreadsThatWaitForTheCommonPoolAreNotTheBindingLimit() {
        Diagnosis diagnosis = overloaded(UsersCase.commonPoolEightThreads(), 60);
        namesTheCommonPool(diagnosis);
        assertThat(diagnosis.summary()).startsWith("8 Tomcat threads wait for 7 common-pool workers");
        assertThat(diagnosis.next().orElseThrow().ceiling().perSecond()).isCloseTo(8 / S, within(0.5));
    }

    @Test
    void aPoolOfItsOwnLeavesTheLoadAsTheLimit() {
        Diagnosis diagnosis = carried(UsersCase.ownPool(), UsersCase.PARALLEL);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(diagnosis.ceiling()).isEmpty();
        assertThat(diagnosis.backlogGrowth()).isEmpty();
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "own-pool", "127.0.0.1:8090");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.summary())
                .contains("No limit was reached")
                .contains("the processor is 5 % used and would bind at 398");
    }

    @Test
    void callsOneAfterTheOtherOnTomcatLeaveTheLoadAsTheLimit() {
        Diagnosis diagnosis = carried(UsersCase.sequential(), UsersCase.SEQUENTIAL);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.next().orElseThrow().ceiling().perSecond()).isCloseTo(302, within(3.0));
        assertThat(diagnosis.checks()).allMatch(Check::holds);
    }

    @Test
    void virtualThreadsHaveNoBoundAndLeaveTheLoadAsTheLimit() {
        Diagnosis diagnosis = carried(UsersCase.lifted(), UsersCase.PARALLEL);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.chain()).containsExactly("virtual-threads", "127.0.0.1:8090");
        assertThat(diagnosis.next().orElseThrow().limit().kind()).isEqualTo(LimitKind.CPU);
    }
}
