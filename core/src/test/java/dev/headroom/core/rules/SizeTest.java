package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Under somebody else's load, where nobody knows what one user's request takes. */
class SizeTest {

    /**
     * A request works elsewhere, and has one of so many connections for a part of its time.
     *
     * @param elsewhere requests there
     * @param waiting requests that wait for a connection
     * @param cores that the service uses of 16
     */
    private static Diagnosis ofConnections(
            int maximum, double held, double elsewhere, double waiting, double throughput, double cores) {
        double busy = throughput * held;
        double all = elsewhere + busy + waiting;
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(all)
                        .completed(30 * throughput)
                        .waits(Activity.AWAITING_CONNECTION, "hikari", waiting)
                        .doing(Activity.SLEEPING, elsewhere + busy))
                .resource(resource("hikari", StationKind.CONNECTION_POOL, maximum)
                        .full(busy, waiting)
                        .taken(30 * throughput)
                        .held(held))
                .machine(16, cores, cores + 0.2, 0);
        return Measured.observed(seen, throughput, all);
    }

    private static Remedy remedy(Diagnosis found, String limit) {
        assertThat(found.bindingLimit().map(Limit::pool)).contains(limit);
        return found.remedy().orElseThrow();
    }

    /** 130 in flight that take 0.2 s without the wait ask for 650/s, of which each has a connection for 20 ms. */
    @Test
    void anInnerLimitNeedsAsManyAsRequestsThatWorkElsewhereAsWellKeepBusy() {
        Remedy remedy = remedy(ofConnections(10, 0.02, 90, 30, 500, 0.1), "hikari");
        assertThat(remedy.value()).hasValue(13);
        assertThat(remedy.action()).contains("to at least 13:");
    }

    @Test
    void soDoesAPool() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(130)
                        .completed(15_000)
                        .waitsForPool("prices", 40)
                        .doing(Activity.SLEEPING, 90))
                .pool(pool("prices", StationKind.EXECUTOR, 10)
                        .full(30, 0)
                        .completed(15_000)
                        .byClock(0.02)
                        .doing(Activity.SLEEPING, 10));
        assertThat(remedy(Measured.observed(seen, 500, 130), "prices").value()).hasValue(13);
    }

    /** At most 200/s by what each takes of the cores, where 650/s are asked for. */
    @Test
    void moreThanTheCoresCarryIsNotAdvised() {
        Remedy remedy = remedy(ofConnections(10, 0.02, 90, 30, 500, 15), "hikari");
        assertThat(remedy.value()).hasValue(11);
        assertThat(remedy.action()).contains("to at least 11, as many as 16 cores carry");
    }

    /** Of 10 connections 9 are busy on average, and 6 requests wait for one (Erlang C): the load is carried, and 15 would end the wait. */
    @Test
    void whereArrivalsComeAtRandomAsManyAsAreBusyDoNotDo() {
        Seen seen = Seen.during(50)
                .pool(tomcat(200)
                        .active(15)
                        .completed(500)
                        .waits(Activity.AWAITING_CONNECTION, "hikari", 6)
                        .waitsForDownstream(9))
                .resource(resource("hikari", StationKind.CONNECTION_POOL, 10)
                        .used(9, 6)
                        .saturated(0.67)
                        .taken(500)
                        .held(0.9))
                .machine(16, 0.1, 0.3, 0);
        Remedy remedy = FullResources.in(carried(seen))
                .findFirst()
                .orElseThrow()
                .finding()
                .remedy()
                .orElseThrow();
        assertThat(remedy.value().orElseThrow()).isBetween(15.0, 16.0);
        assertThat(remedy.action())
                .startsWith("Raise the maximum of hikari")
                .contains("or shorten the 0.9 s that each is held");
        assertThat(remedy.reasoning()).contains("N + 2 sqrt(N)");
    }

    private static Evidence carried(Seen seen) {
        return Evidence.of(Measured.run(Counts.open(10, 50), Counts.of(Counts.open(10, 50), 11, 1.5), seen)
                .alone(0.9)
                .measurement());
    }

    /** The same of a pool of threads. */
    @Test
    void norDoWorkers() {
        Seen seen = Seen.during(50)
                .pool(tomcat(10)
                        .active(9)
                        .queue(6, 0)
                        .saturated(0.67)
                        .completed(500)
                        .byClock(0.9)
                        .waitsForDownstream(9))
                .machine(16, 0.1, 0.3, 0);
        Evidence carried = carried(seen);
        Station pool = carried.observation().pools().getFirst();
        Remedy remedy = Remedies.of(pool, Terms.of(pool, carried).orElseThrow(), Optional.empty(), carried);
        assertThat(remedy.value()).hasValue(15);
        assertThat(remedy.action()).contains("to at least 15").contains("Or shorten the 0.9 s");
    }

    /** Of 30 connections 10 are busy on average: what is asked for needs 18, and 27 where it comes at random. */
    @Test
    void whatIsThereAlreadyIsNotAdvised() {
        Remedy remedy = remedy(ofConnections(30, 0.1, 50, 30, 100, 0.1), "hikari");
        assertThat(remedy.value()).isEmpty();
        assertThat(remedy.action())
                .contains("Shorten the 0.1 s that each of hikari is held")
                .doesNotContain("Raise");
        assertThat(remedy.reasoning()).contains("30 would do for the load");
    }

    /** 200 connections of which 5 carry a request, and 100 requests before them. */
    @Test
    void connectionsThatCarryNoRequestComeOnTopOfThoseThatDo() {
        Seen seen = Seen.during(30)
                .pool(tomcat(200).active(5).completed(1500).byClock(0.1).doing(Activity.SLEEPING, 5))
                .machine(16, 0.1, 0.3, 0)
                .boundedListener(200, 1, 100, 500, 0);
        Remedy remedy = remedy(Measured.observed(seen, 50, 105), "port 8888");
        assertThat(remedy.value().orElseThrow()).isCloseTo(300, withinPercentage(2));
        assertThat(remedy.action()).startsWith("Raise the maximum of connections");
    }

    /** Ten connections for 0.1 s each; a request works for 0.4 s beside that. */
    @Test
    void whatBindsNextIsHeldForAllThatARequestTakesWithoutTheWait() {
        NextLimit next = ofConnections(10, 0.1, 40, 100, 100, 0.1).next().orElseThrow();
        assertThat(next.limit().pool()).isEqualTo("tomcat-8888");
        assertThat(next.ceiling().perSecond()).isCloseTo(200 / 0.5, withinPercentage(1));
    }
}
