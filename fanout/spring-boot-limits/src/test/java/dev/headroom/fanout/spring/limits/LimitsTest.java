package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.fanout.spring.limits.LimitsReport.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The arithmetic, on looks that were written down. */
class LimitsTest {
    @Test
    void theCeilingIsTheLimitOverTheMeasuredHoldingTime() {
        // 100 calls in 10 s, each of 0.2 s, of 50 places
        LimitsReport.Limit gate =
                only(look(0, gate("users", 50, 2, 0, 0, 0)), look(10, gate("users", 50, 2, 0, 100, 20_000_000_000L)));
        assertThat(gate.perSecond()).isCloseTo(10, within(1e-9));
        assertThat(gate.holdingMillis()).isCloseTo(200, within(1e-9));
        assertThat(gate.ceilingPerSecond()).isCloseTo(250, within(1e-9));
        assertThat(gate.utilisation()).isCloseTo(0.04, within(1e-9));
    }

    @Test
    void theCeilingInRequestsTakesIntoAccountHowManyCallsOneMakes() {
        LimitsReport report = report(
                look(0, requests(100, 1, 0), gate("users", 50, 2, 0, 0, 0)),
                look(10, requests(100, 1, 50), gate("users", 50, 2, 0, 200, 20_000_000_000L)));
        LimitsReport.Limit gate = find(report, "downstream.users");
        assertThat(report.requestsPerSecond()).isCloseTo(5, within(1e-9));
        assertThat(gate.usesPerRequest()).isCloseTo(4, within(1e-9));
        assertThat(gate.ceilingPerSecond()).isCloseTo(500, within(1e-9));
        assertThat(gate.ceilingRequestsPerSecond()).isCloseTo(125, within(1e-9));
    }

    @Test
    void callsThatWereTurnedAwayWereAskedForByTheirRequests() {
        LimitsReport report = report(
                look(0, requests(100, 1, 0), reading("downstream.users", Kind.DOWNSTREAM, 50, 50, 0, 0L, 0L, 0L)),
                look(
                        10,
                        requests(100, 1, 100),
                        reading("downstream.users", Kind.DOWNSTREAM, 50, 50, 0, 50L, 5_000_000_000L, 150L)));
        LimitsReport.Limit gate = find(report, "downstream.users");
        // 5/s answered and 15/s turned away, by 10 requests/s
        assertThat(gate.usesPerRequest()).isCloseTo(2, within(1e-9));
        assertThat(gate.ceilingRequestsPerSecond()).isCloseTo(250, within(1e-9));
    }

    @Test
    void whatCannotBeKnownIsNotMadeUp() {
        LimitsReport.Limit pool =
                only(look(0, reading("http-pool.users", Kind.CONNECTION_POOL, 5, 0, 0, null, null, null)));
        assertThat(pool.perSecond()).isNull();
        assertThat(pool.holdingMillis()).isNull();
        assertThat(pool.ceilingPerSecond()).isNull();
    }

    @Test
    void nothingBindsWhereNobodyWaits() {
        LimitsReport report = report(look(0, gate("users", 2, 2, 0, 0, 0), gate("offers", 5, 1, 0, 0, 0)));
        assertThat(report.binds().verdict()).isEqualTo(Verdict.NONE);
        assertThat(report.binds().limit()).isNull();
        assertThat(report.binds().why()).startsWith("nothing binds");
    }

    @Test
    void aFullLimitWithAQueueBinds() {
        LimitsReport report = report(look(0, gate("users", 2, 2, 1, 0, 0), gate("offers", 5, 1, 0, 0, 0)));
        assertThat(report.binds().verdict()).isEqualTo(Verdict.BINDS);
        assertThat(report.binds().limit()).isEqualTo("downstream.users");
        assertThat(report.binds().why()).contains("2 of 2 are in use, 1 wait");
    }

    @Test
    void aFullLimitWhoseQueueIsNotPublishedMayBind() {
        LimitsReport report = report(look(
                0,
                reading("tomcat.threads", Kind.THREADS, 20, 20, null, null, null, null),
                gate("users", 50, 20, 0, 0, 0)));
        assertThat(report.binds().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(report.binds().limit()).isEqualTo("tomcat.threads");
        assertThat(report.binds().why()).contains("whether anybody waits for one is not published");
    }

    @Test
    void whereALimitIsUnseenNothingIsSaidToBeFree() {
        LimitsReport report =
                report(look(0, LimitReading.unseen("tomcat", Kind.THREADS), gate("users", 2, 1, 0, 0, 0)));
        assertThat(report.binds().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(report.binds().limit()).isNull();
        assertThat(report.binds().why()).contains("not to be seen: tomcat");
    }

    @Test
    void whatIsFullInsideOfOneThatIsUnseenBindsAllTheSame() {
        LimitsReport report =
                report(look(0, LimitReading.unseen("tomcat", Kind.THREADS), gate("users", 2, 2, 1, 0, 0)));
        assertThat(report.binds().verdict()).isEqualTo(Verdict.BINDS);
        assertThat(report.binds().limit()).isEqualTo("downstream.users");
    }

    @Test
    void aCounterThatWasSetBackGivesNoRate() {
        LimitsReport.Limit gate =
                only(look(0, gate("users", 50, 2, 0, 100, 1_000)), look(10, gate("users", 50, 2, 0, 3, 10)));
        assertThat(gate.perSecond()).isNull();
        assertThat(gate.utilisation()).isNull();
        assertThat(gate.ceilingPerSecond()).isNull();
    }

    @Test
    void aLimitThatCameMeanwhileHasGrownFromNothing() {
        assertThat(only(look(0), look(10, gate("users", 50, 2, 0, 100, 1_000))).perSecond())
                .isCloseTo(10, within(1e-9));
    }

    @Test
    void whatIsFullBecauseOfAnotherDoesNotBind() {
        LimitsReport report = report(look(
                0,
                reading("tomcat.threads", Kind.THREADS, 20, 20, 30, null, null, null),
                gate("users", 2, 2, 18, 0, 0),
                reading("http-pool.users", Kind.CONNECTION_POOL, 2, 2, 0, null, null, null)));
        assertThat(report.binds().limit()).isEqualTo("downstream.users");
    }

    @Test
    void aPoolThatIsSmallerThanTheGateBeforeItBinds() {
        LimitsReport report = report(look(
                0,
                gate("users", 50, 50, 10, 0, 0),
                reading("http-pool.default", Kind.CONNECTION_POOL, 5, 5, 45, null, null, null)));
        assertThat(report.binds().limit()).isEqualTo("http-pool.default");
    }

    @Test
    void aBoundThatTurnsAwayBindsThoughNobodyWaits() {
        LimitsReport report = report(
                look(0, reading("requests", Kind.REQUESTS, 10, 10, 0, 0L, 0L, 0L)),
                look(10, reading("requests", Kind.REQUESTS, 10, 10, 0, 100L, 10_000_000_000L, 50L)));
        assertThat(report.binds().limit()).isEqualTo("requests");
        assertThat(report.binds().why()).contains("5.0/s are turned away").contains("ceiling is 100.0/s");
    }

    @Test
    void ofTwoGatesThatAreFullTheLowerCeilingBinds() {
        LimitsReport report = report(
                look(0, requests(100, 1, 0), gate("slow", 2, 2, 1, 0, 0), gate("fast", 2, 2, 1, 0, 0)),
                look(
                        10,
                        requests(100, 1, 10),
                        gate("slow", 2, 2, 1, 10, 20_000_000_000L),
                        gate("fast", 2, 2, 1, 10, 1_000_000_000L)));
        assertThat(report.binds().limit()).isEqualTo("downstream.slow");
    }

    @Test
    void ratesGoBackForTheWindowOrToTheLookBefore() {
        List<Look> looks = List.of();
        for (int second : new int[] {0, 30, 60, 90}) {
            looks = Look.kept(looks, look(second), Duration.ofSeconds(60));
        }
        assertThat(looks).containsExactly(look(30), look(60), look(90));
        assertThat(Look.kept(looks, look(9_000), Duration.ofSeconds(60))).containsExactly(look(90), look(9_000));
    }

    @Test
    void whoLooksAllTheTimeFillsNoMemory() {
        List<Look> looks = List.of();
        for (int i = 0; i < 100_000; i++) {
            looks = Look.kept(looks, new Look(i * 1_000_000L, List.of()), Duration.ofSeconds(60));
        }
        assertThat(looks).hasSizeLessThanOrEqualTo(62);
        assertThat(looks.getLast().nanos() - looks.getFirst().nanos())
                .isCloseTo(
                        Duration.ofSeconds(59).toNanos(),
                        within(Duration.ofSeconds(2).toNanos()));
    }

    private static LimitsReport.Limit only(Look... looks) {
        return report(looks).limits().getFirst();
    }

    private static LimitsReport report(Look... looks) {
        return Limits.report(looks[0], looks[looks.length - 1], List.of());
    }

    private static LimitsReport.Limit find(LimitsReport report, String name) {
        return report.limits().stream()
                .filter(limit -> limit.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Look look(long seconds, LimitReading... readings) {
        return new Look(seconds * 1_000_000_000, List.of(readings));
    }

    private static LimitReading gate(String name, int size, int inUse, int waiting, long completed, long heldNanos) {
        return reading("downstream." + name, Kind.DOWNSTREAM, size, inUse, waiting, completed, heldNanos, 0L);
    }

    private static LimitReading requests(int size, int inUse, long completed) {
        return reading("requests", Kind.REQUESTS, size, inUse, 0, completed, completed * 1_000_000, 0L);
    }

    private static LimitReading reading(
            String name,
            Kind kind,
            @Nullable Integer size,
            @Nullable Integer inUse,
            @Nullable Integer waiting,
            @Nullable Long completed,
            @Nullable Long heldNanos,
            @Nullable Long refused) {
        return new LimitReading(name, kind, size, inUse, waiting, completed, heldNanos, refused);
    }
}
