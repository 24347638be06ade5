package dev.headroom.core.rules;

import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** 60 requests in flight, 20 answers/s, and 5 connections to a downstream. No thread waits: the client has a queue that nobody sees. */
class BusyConnectionsTest {

    private static final String DOWNSTREAM = "127.0.0.1:5432";
    private static final int X = 20;
    private static final int USERS = 60;
    private static final int SECONDS = 50;
    private static final Load.Closed LOAD = Counts.closed(USERS, 0, new Until.Iterations(10));
    private static final double ALONE = 0.3;

    private static InUse inUse(double busy, double full, double sent) {
        return new InUse(5, 100, busy, full, sent, sent, 0);
    }

    private static Seen seen(int seconds, InUse... uses) {
        Seen seen = Seen.during(seconds).pool(tomcat(200).active(0.2).completed(X * seconds));
        for (int i = 0; i < uses.length; i++) {
            seen.inUse(i == 0 ? DOWNSTREAM : "127.0.0.1:" + i, uses[i]);
        }
        return seen;
    }

    /** Of a JVM that is watched under somebody else's load: one user is never seen. */
    private static Diagnosis observed(InUse... uses) {
        Counted counted = Counts.byKernel(X, 0.2, USERS);
        return Measured.observed(seen(SECONDS, uses), counted);
    }

    /** @param seconds that one user's request takes of the connections */
    private static Diagnosis measured(double seconds, InUse loaded) {
        return Measured.run(LOAD, X, 3, SECONDS, seen(SECONDS, loaded))
                .alone(ALONE, seen(10, inUse(seconds / ALONE, 0, 1 / ALONE)))
                .diagnosis();
    }

    private static void namesThem(Diagnosis diagnosis) {
        assertThat(diagnosis.bindingLimit())
                .as(diagnosis.summary())
                .contains(limit(LimitKind.CONNECTION_POOL, "connections to " + DOWNSTREAM, 5));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    private static void namesNone(Diagnosis diagnosis) {
        assertThat(diagnosis.bindingLimit().map(Limit::kind).filter(LimitKind.CONNECTION_POOL::equals))
                .as(diagnosis.summary())
                .isEmpty();
    }

    /** Five workers of a full pool keep five connections busy. */
    @Test
    void connectionsWhoseAnswersAsManyThreadsWaitForAreNoLimitOfTheirOwn() {
        namesNone(calledBy(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM));
        namesNone(calledBy(Activity.AWAITING_OTHER, Peers.itself(DOWNSTREAM)));
        namesThem(calledBy(Activity.AWAITING_OTHER, "java.util.concurrent.Phaser"));
    }

    private static Diagnosis calledBy(Activity waits, String target) {
        Seen seen =
                seen(SECONDS, inUse(4.9, 0.9, 20.3)).pool(tomcat(5).active(5).waits(waits, target, 5));
        Counted counted = Counts.byKernel(X, 0.2, USERS);
        return Measured.observed(seen, counted);
    }

    @Test
    void whereAsMuchGoesOutOnThemAsIsAnsweredTheyAreTheLimit() {
        Diagnosis diagnosis = observed(inUse(4.9, 0.9, 20.3));

        namesThem(diagnosis);
        assertThat(diagnosis.summary()).contains("All 5 connections", "20.3 segments/s", "20 requests/s");
        namesThem(observed(inUse(4.9, 0.9, 40.2)));
    }

    /** As of a client that asks a broker for messages, and waits until there are some. */
    @Test
    void callsAtARateOfTheirOwnAreOfTheBackground() {
        namesNone(observed(inUse(5, 1, 2)));
        namesNone(observed(inUse(5, 1, 23)));
        namesNone(observed(inUse(5, 1, 60)));
    }

    /** As of connections to a downstream of three threads. */
    @Test
    void thoseOnWhichCallsLieUnreadAreNotWhatBinds() {
        namesThem(observed(inUse(4.9, 0.9, 20.3), new Network.Callee(100, 0.1, 0.1, 3, 0.1)));
        namesNone(observed(inUse(4.9, 0.9, 20.3), new Network.Callee(100, 1.9, 1, 3, 0.95)));
    }

    private static Diagnosis observed(InUse use, Network.Callee callee) {
        Seen seen = Seen.during(SECONDS)
                .pool(tomcat(200).active(0.2).completed(X * SECONDS))
                .inUse(DOWNSTREAM, use, callee);
        Counted counted = Counts.byKernel(X, 0.2, USERS);
        return Measured.observed(seen, counted);
    }

    /** Where a connection carries several, an answer came last in half of the looks. */
    @Test
    void thoseThatAreIdleNowAndThenHaveRoom() {
        namesNone(observed(inUse(4.9, 0.4, 20)));
        namesNone(observed(inUse(4.2, 0.6, 20)));
    }

    /** As many are open as a gate before them lets past: their client has room for more, and nobody waits for one of its. */
    @Test
    void thoseOfAClientThatMayOpenMoreAreNotTheLimit() {
        namesNone(ofClient(resource("client", StationKind.CONNECTION_POOL, 500).used(5, 0)));
        namesThem(ofClient(resource("client", StationKind.CONNECTION_POOL, 500).used(12, 0)));
        namesThem(ofClient(resource("client", StationKind.CONNECTION_POOL, 5).used(5, 0)));
        namesThem(ofClient(resource("client", StationKind.CONNECTION_POOL).used(5, 0)));
    }

    /** A bound of all hosts has room where that of one host has none. */
    @Test
    void aPartOfThemThatIsAllTakenIsOne() {
        namesThem(ofClient(
                resource("all hosts", StationKind.CONNECTION_POOL, 500).used(5, 0),
                resource("one host", StationKind.CONNECTION_POOL, 5).used(5, 0)));
    }

    private static Diagnosis ofClient(Seen.ResourceBuilder... pools) {
        Seen seen = seen(SECONDS, inUse(4.9, 0.9, 20.3));
        Stream.of(pools).forEach(seen::resource);
        return Measured.observed(seen, Counts.byKernel(X, 0.2, USERS));
    }

    /** The downstream answers all of them together, twice a second. */
    @Test
    void answersOfSeveralCallsAtATimeAreOfConnectionsThatCarrySeveral() {
        namesThem(observed(new InUse(5, 100, 4.9, 0.9, 40, 20, 0)));
        namesNone(observed(new InUse(5, 100, 4.9, 0.9, 20, 8, 0)));
    }

    @Test
    void ofTwoThatFitNeitherIsNamed() {
        namesNone(observed(inUse(4.9, 0.9, 20), inUse(4.9, 0.9, 20)));
    }

    @Test
    void withOneUserTheyHaveToGiveWhatWasMeasured() {
        Diagnosis diagnosis = measured(0.25, inUse(4.9, 0.9, 70));

        namesThem(diagnosis);
        assertThat(diagnosis.summary()).contains("one user's request keeps one for 0.25 s, so 5 give 20 requests/s");
    }

    /** Of eight calls at a time on each connection, or where the downstream is slower under load. */
    @Test
    void whereOneUserTakesLessOfThemTheyAreNotNamed() {
        namesNone(measured(0.03, inUse(4.9, 0.9, 20)));
        namesNone(measured(0.2, inUse(4.9, 0.9, 70)));
    }

    /** 70 % of 100 looks may be 83 %, which would give 20/s, and may not be 100 %. */
    /** Four of five answers lie there until a thread of six has time for them. */
    @Test
    void connectionsWhoseAnswersNobodyReadsAreNotTheLimit() {
        namesNone(observed(new InUse(5, 100, 4.9, 0.9, 20, 20, 3.5)));
    }

    @Test
    void whatOneUserTakesIsKnownAsFarAsHisLooksTell() {
        namesThem(measured(0.21, inUse(4.9, 0.9, 20)));
        namesNone(measured(0.21, inUse(4.9, 0.9, 70)));
    }
}
