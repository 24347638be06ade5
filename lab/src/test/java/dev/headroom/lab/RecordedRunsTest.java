package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalInt;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of real services as they were recorded (threads over time and percentile curves left out), diagnosed again. */
class RecordedRunsTest {

    private static final Limit COMMON_POOL = new Limit(LimitKind.WORKER_POOL, "common-pool", OptionalInt.of(7));

    private static Diagnosis diagnosed(String name) {
        return Recorded.diagnosed(Recorded.run(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"users-common-pool", "users-common-pool-8-threads"})
    void theCommonPoolOfSevenBindsAndIsSupported(String name) {
        Diagnosis diagnosis = diagnosed(name);
        assertThat(diagnosis.bindingLimit()).contains(COMMON_POOL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "common-pool", "127.0.0.1:8090");
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, Assertions.within(0.05));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "users-sequential",
                "users-own-pool-400",
                "users-lifted",
                "users-200-own-pool-400",
                "users-200-lifted",
                "value-servlet",
                "value-tomcat-reactive-elastic",
                "value-deferred-result",
                "value-lifted",
                "bike-healthy",
                "bike-lifted",
                "compose-sequence",
                "compose-own-pool-1024",
                "compose-lifted",
                "upgrade-jdk-17",
                "upgrade-jdk-21",
                "upgrade-lifted"
            })
    void aServiceThatCarriesItsLoadIsHeldByNothing(String name) {
        Diagnosis diagnosis = diagnosed(name);
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
    }

    /** Recorded when a hundred users warmed it up, so that nobody knows what one of them would have waited. */
    @Test
    void ofAClosedLoadWithoutABaselineItIsNotSaidThatNothingBinds() {
        assertThat(diagnosed("facade-lifted").verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "facade-default, WORKER_POOL, common-pool",
        "facade-parallelism-1000, CONNECTION_CHURN, 127.0.0.1:8543",
        "facade-connection-pool, WORKER_POOL, tomcat-8080",
        "facade-bounded, ACCEPT_QUEUE, port 8080",
        "value-servlet-20-threads, WORKER_POOL, tomcat-8080",
        "value-netty-blocking, EVENT_LOOPS, netty-event-loops",
        "value-netty-bounded-elastic, WORKER_POOL, boundedElastic",
        "bike-hung, HUNG_WORKERS, tomcat-8080",
        "compose-common-pool, WORKER_POOL, common-pool",
        "upgrade-jdk-25, WORKER_POOL, common-pool"
    })
    void eachLimitIsNamedAndItsCeilingIsWhatWasMeasured(String name, LimitKind kind, String pool) {
        Diagnosis diagnosis = diagnosed(name);
        assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).hasValueSatisfying(limit -> {
            assertThat(limit.kind()).isEqualTo(kind);
            assertThat(limit.pool()).isEqualTo(pool);
        });
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, Assertions.within(0.05));
    }

    @Test
    void theTimeoutOfAsynchronousRequestsIsTheSecondLimitBehindTheCommonPool() {
        // compose, 100 users for 36 s, with spring.mvc.async.request-timeout=12s: 249 of 366 requests were answered
        // with 503
        Diagnosis diagnosis = diagnosed("compose-common-pool-async-timeout-12s");
        assertThat(diagnosis.bindingLimit())
                .contains(new Limit(LimitKind.WORKER_POOL, "common-pool", OptionalInt.of(11)));
        // recorded while builds took the rest of the machine, and nothing is proved of a service that gets next to none
        // of it
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes())
                .anyMatch(note -> note.startsWith("Others on this machine used"))
                .anyMatch(note -> note.startsWith("A second limit behind it: 249 of 366 requests (68 %) failed with"
                        + " status 503 after about 12.7 s, a timeout inside the service"));
    }

    @Test
    void theChainOfACarriedLoadNamesEachPoolThatARequestPasses() {
        assertThat(diagnosed("users-own-pool-400").chain())
                .containsExactly("tomcat-8888", "own-pool", "127.0.0.1:8090");
    }

    /**
     * Before anything was moved, right or wrong: a change of a verdict is to be seen.
     *
     * @param folder trials and twins on a quiet and on a busy machine; all trials on a JDK; the cases with their variants and loads; services under somebody else's load, by
     *     thread dumps, with a flight recording, by JMX and with the agent
     */
    @ParameterizedTest
    @ValueSource(strings = {"trials", "jdk-17", "jdk-21", "jdk-25", "cases", "unseen", "watched"})
    void whatIsSaidOfTrialsIsWhatIsWrittenDown(String folder) throws Exception {
        Path runs = Path.of(Objects.requireNonNull(getClass().getResource("/recorded/" + folder))
                .toURI());
        assertThat(Replay.of(runs)).containsExactlyElementsOf(Files.readAllLines(runs.resolve("verdicts.tsv")));
    }
}
