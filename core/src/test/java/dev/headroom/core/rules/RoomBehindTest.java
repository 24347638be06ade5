package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 60 in flight, of which 10 have one of 10 connections each, under somebody else's load. */
class RoomBehindTest {

    private static Diagnosis found(double inTheDatabase) {
        Seen seen = Seen.during(30)
                .pool(tomcat(200)
                        .active(60)
                        .completed(15_000)
                        .waits(Activity.AWAITING_CONNECTION, "hikari", 50)
                        .waits(Activity.AWAITING_DOWNSTREAM, "10.0.0.5:5432", inTheDatabase)
                        .doing(Activity.RUNNING, 10 - inTheDatabase))
                .resource(resource("hikari", StationKind.CONNECTION_POOL, 10)
                        .full(10, 50)
                        .holdersWait(Activity.AWAITING_DOWNSTREAM, "10.0.0.5:5432", inTheDatabase));
        return Measured.observed(seen, 500, 60);
    }

    @Test
    void aPoolBeforeADatabaseOfWhichNobodyKnowsWhetherItHasRoomIsSuspected() {
        Diagnosis found = found(10);

        assertThat(found.bindingLimit().map(Limit::pool)).contains("hikari");
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(found.notes()).anyMatch(note -> note.contains("waits for 10.0.0.5:5432 100 % of the time"));
        assertThat(found.remedy().orElseThrow().action()).startsWith("See first that 10.0.0.5:5432 has room");
    }

    @Test
    void oneWhoseHoldersHardlyWaitThereIsSupported() {
        Diagnosis found = found(1.5);

        assertThat(found.bindingLimit().map(Limit::pool)).contains("hikari");
        assertThat(found.standing()).as(found.notes().toString()).isEqualTo(Standing.SUPPORTED);
        assertThat(found.remedy().orElseThrow().action()).doesNotContain("5432");
    }

    /** One connection for all, whose single event loop has no time to read: nine of ten calls have their answer here. */
    @Test
    void whereAnswersLieUnreadHereThoseWhoReadThemAreToBeLookedAtFirst() {
        assertThat(called(0.9, 100).remedy().orElseThrow().action())
                .startsWith(
                        "See first that the threads that read have time for it: answers of 10.0.0.5:6379 lie unread")
                .contains("0.9 of 1 connection");
        assertThat(called(0.1, 100).remedy().orElseThrow().action())
                .startsWith("See first that 10.0.0.5:6379 has room");
        assertThat(called(Double.NaN, 100).remedy().orElseThrow().action())
                .startsWith("See first that 10.0.0.5:6379 has room");
    }

    @Test
    void soIsItWhereNothingIsFull() {
        assertThat(called(0.9, 0).summary())
                .contains("answers of 10.0.0.5:6379 lie unread")
                .doesNotContain("Nothing of the service itself is near its limit");
        assertThat(called(0.1, 0).summary()).contains("whether it is slow or at its limit cannot be seen");
    }

    private static Diagnosis called(double unread, double queued) {
        String redis = "10.0.0.5:6379";
        int workers = queued > 0 ? 200 : 300;
        return Measured.observed(
                Seen.during(30)
                        .pool(tomcat(workers)
                                .active(200)
                                .queue(queued, 0)
                                .saturated(queued > 0 ? 1 : 0)
                                .completed(30 * 500)
                                .waits(Activity.AWAITING_DOWNSTREAM, redis, 200))
                        .inUse(redis, new InUse(1, 100, 1, 1, 500, 500, unread)),
                500,
                200 + queued);
    }

    private static Seen ofCalls(double held, double waiting) {
        return Seen.during(30)
                .pool(tomcat(200)
                        .active(held + waiting)
                        .completed(30 * held / 0.1)
                        .waits(Activity.AWAITING_OTHER, "gate", waiting)
                        .waits(Activity.AWAITING_DOWNSTREAM, "10.0.0.6:443", held))
                .resource(resource("gate", StationKind.SEMAPHORE)
                        .awaiting(Activity.AWAITING_OTHER)
                        .capacity(5)
                        .used(held, waiting)
                        .saturated(waiting > 0 ? 1 : 0)
                        .holdersWait(Activity.AWAITING_DOWNSTREAM, "10.0.0.6:443", held));
    }

    /** Five permits before a service whose calls take 0.1 s with one user and with 60: they bind, but whether it answers a sixth at once nobody has seen. */
    @Test
    void oneUserDoesNotShowWhetherWhatIsCalledHasRoomForMore() {
        Load.Closed load = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds(30)));
        Diagnosis found = Measured.run(load, 50, 1.2, 30, ofCalls(5, 55))
                .alone(0.1, ofCalls(1, 0))
                .diagnosis();

        assertThat(found.bindingLimit().map(Limit::pool)).contains("gate");
        assertThat(found.standing()).as(found.notes().toString()).isEqualTo(Standing.SUPPORTED);
        assertThat(found.remedy().orElseThrow().action())
                .startsWith("See first that 10.0.0.6:443 has room")
                .contains("to at least 60");
    }

    /** 100 in flight before 20 workers, of which so many sleep and the others read files. */
    private static Diagnosis ofSleepers(double asleep) {
        Seen seen = Seen.during(30)
                .pool(tomcat(20)
                        .full(80, 0)
                        .completed(30 * 40)
                        .byClock(0.5)
                        .doing(Activity.SLEEPING, asleep, "example.Orders.turn:31")
                        .waits(Activity.AWAITING_DOWNSTREAM, Peers.FILES, 20 - asleep));
        return Measured.observed(seen, 40.0, 100.0);
    }

    @Test
    void aFullPoolWhoseWorkersSleepIsSuspectedForTheyMayWaitForTheirTurn() {
        Diagnosis found = ofSleepers(20);

        assertThat(found.bindingLimit().map(Limit::pool)).contains("tomcat-8888");
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(found.notes())
                .anyMatch(note -> note.contains(
                        "sleep, or wait outside, 100 % of the time. If they sleep until it is their turn,"));
        assertThat(found.remedy().orElseThrow().action()).startsWith("See first whether those who sleep");
    }

    @Test
    void oneWhoseWorkersHardlySleepIsSupported() {
        Diagnosis found = ofSleepers(3);

        assertThat(found.bindingLimit().map(Limit::pool)).contains("tomcat-8888");
        assertThat(found.standing()).as(found.notes().toString()).isEqualTo(Standing.SUPPORTED);
        assertThat(found.remedy().orElseThrow().action()).doesNotContain("sleep");
    }
}
