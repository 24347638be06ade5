package dev.headroom.core.structure;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of a service in which no request has a thread, and one of the background sleeps all the while, for 10 s. */
class StructureTest {

    private static final double ANSWERED = 100;

    private static Optional<String> entry(double waits, double sleeping, double answered) {
        return entry(StationKind.OTHER, waits, sleeping, answered);
    }

    private static Optional<String> entry(StationKind kind, double waits, double sleeping, double answered) {
        Observation seen = Seen.during(10)
                .pool(pool("poller", kind, 1)
                        .active(1)
                        .waitsBegun(waits)
                        .doing(Activity.SLEEPING, sleeping)
                        .doing(Activity.RUNNING, 1 - sleeping))
                .observation();
        return new Structure(seen, answered).entry().map(Station::name);
    }

    @Test
    void whoSleepsAFewTimesForAllTheAnswersServesNoneOfThem() {
        assertThat(entry(90, 1, ANSWERED)).isEmpty();
    }

    /** By thread dumps loops that only read and write may not be seen at work at all. */
    @Test
    void aLoopOfTheBackgroundServesNoneOfThem() {
        assertThat(entry(StationKind.EVENT_LOOPS, 90, 1, ANSWERED)).isEmpty();
        assertThat(entry(StationKind.EVENT_LOOPS, 1_000, 1, ANSWERED)).hasValue("poller");
    }

    @Test
    void whoSleepsForEachAnswerMayServeThem() {
        assertThat(entry(1_000, 1, ANSWERED)).hasValue("poller");
    }

    /** Sums of shares differ in their last digit. */
    @Test
    void ofTwoAtWorkAllTheWhileTheOneThatDoesNotOnlySleepIsWhereRequestsComeIn() {
        Observation seen = Seen.during(10)
                .pool(pool("ticker", StationKind.OTHER, 1)
                        .active(1)
                        .waitsBegun(1_000)
                        .doing(Activity.SLEEPING, 1))
                .pool(pool("delays", StationKind.OTHER, 1)
                        .active(1)
                        .doing(Activity.RUNNING, 0.02)
                        .doing(Activity.AWAITING_DOWNSTREAM, 0.9799))
                .observation();
        assertThat(new Structure(seen, ANSWERED).entry()).map(Station::name).hasValue("delays");
    }

    @Test
    void whoRunsMayServeManyInOneRound() {
        assertThat(entry(90, 0.3, ANSWERED)).hasValue("poller");
    }

    @Test
    void whereItIsNotKnownHowMuchIsAnsweredItMay() {
        assertThat(entry(90, 1, 0)).hasValue("poller");
    }

    /** 33 requests wait for futures that a client completes, and a pool of the background, which nobody waits for, is full of tasks that hand in the next one. */
    @Test
    void requestsWaitForThePoolThatDoesAsManyTasksAsThereAreOfThem() {
        Observation seen = Seen.during(10)
                .pool(Seen.tomcat(160).active(60).waits(Activity.AWAITING_POOL, "", 33, "shop.Search.find:39"))
                .pool(pool("export", StationKind.EXECUTOR, 60)
                        .active(60)
                        .queue(60, 0)
                        .queueMax(60)
                        .completed(660))
                .pool(pool("client", StationKind.EXECUTOR).active(33).completed(1_380))
                .observation();

        Structure structure = new Structure(seen, 138);

        assertThat(structure.links(structure.pool("tomcat-8888").orElseThrow()))
                .extracting(link -> link.callee().name())
                .containsExactly("client");
    }
}
