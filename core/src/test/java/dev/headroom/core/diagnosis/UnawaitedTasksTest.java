package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A service answers in 2 ms that it will do what it is asked for, and gives it to four threads, which take 100 ms for each. */
class UnawaitedTasksTest {

    private static final double R0 = 0.002;

    /** @param growth tasks that are given each second beyond the 40 that can be done */
    private static Seen service(double seconds, double answered, double growth) {
        return Seen.during(seconds)
                .pool(tomcat(200).active(answered * R0).completed(answered * seconds))
                .pool(pool("jobs", StationKind.EXECUTOR, 4)
                        .full(3000, growth)
                        .completed(40 * seconds)
                        .doing(Activity.SLEEPING, 4, "example.Jobs.run:7"));
    }

    /** 100 a second, of an open load. */
    private static Measured run(Seen seen) {
        return Measured.run(Counts.open(100, 60), 1000, R0, seen);
    }

    private static Measured run(double growth) {
        return run(service(60, 100, growth)).alone(R0, service(10, 500, 460));
    }

    @Test
    void whatIsPromisedFasterThanItIsDoneIsHeldBackByThoseWhoDoIt() {
        Diagnosis found = run(60).diagnosis();

        assertThat(found.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(found.bindingLimit().orElseThrow().pool()).isEqualTo("jobs");
        assertThat(found.summary())
                .isEqualTo(
                        "All 4 jobs threads are taken: of 100 tasks a second 40 are done, and 60 more wait every"
                                + " second. That is enough for 40 requests/s, and 100 were answered, before their tasks were done.");
        assertThat(found.remedy().orElseThrow().action())
                .startsWith("Raise jobs from 4 to at least 10 threads for 100 tasks a second");
        assertThat(found.remedy().orElseThrow().value()).hasValue(10);
    }

    @Test
    void soItIsWhereOneUserWasNotSeenOrTheTasksAreNotCounted() {
        assertThat(run(service(60, 100, 60)).alone(R0).diagnosis().verdict()).isEqualTo(Verdict.LIMIT);
        Seen uncounted = Seen.during(60)
                .pool(pool("jobs", StationKind.EXECUTOR, 4).full(3000, 60).doing(Activity.SLEEPING, 4));
        assertThat(run(uncounted).alone(R0).diagnosis().summary())
                .contains("are taken: 60 more wait every second, and the requests that gave them are answered.");
    }

    @Test
    void noMoveOfTheLoadClearsIt() {
        Measured run = run(60);
        Case about = Case.of(run.measurement(), run.diagnosis());

        assertThat(about.canBeTried()).isFalse();
        assertThat(about.mayBeClear()).isFalse();
    }

    /** Fifty users are answered 25,000 times a second: those who do it are as busy with one, and work for requests all the same. */
    @Test
    void usersWhoAskAgainAtOnceFindTheSame() {
        Diagnosis found = Measured.run(
                        Counts.closed(50, 0, new Until.Elapsed(Duration.ofSeconds(60))),
                        25_000,
                        R0,
                        60,
                        service(60, 25_000, 24_960))
                .alone(R0, service(10, 500, 460))
                .diagnosis();
        assertThat(found.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(found.bindingLimit().orElseThrow().pool()).isEqualTo("jobs");
    }

    @Test
    void aBacklogThatIsWorkedOffOrChanceHoldsNothingBack() {
        assertThat(run(-10).diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(run(1.5).diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    private static Verdict withOneUser(double growth) {
        return run(service(60, 100, 60))
                .alone(R0, service(10, 500, growth))
                .diagnosis()
                .verdict();
    }

    /** One user asks five times as often as the load does. */
    @Test
    void tasksThatOneUserDoesNotGiveAreOfNoRequest() {
        assertThat(withOneUser(58)).as("a rate of their own").isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(withOneUser(-40)).as("none").isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(withOneUser(1500)).as("more than one each").isEqualTo(Verdict.LIMIT);
    }

    /** 25,000 a second are answered, and with one user 500. */
    @Test
    void norAreThoseThatAreNoMoreUnderMuchLoad() {
        Measured run = Measured.run(Counts.open(25_000, 60), 30_000, R0, service(60, 25_000, 460));
        assertThat(run.alone(R0, service(10, 500, 460)).diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(run.alone(R0, service(10, 500, -30)).diagnosis().verdict()).isEqualTo(Verdict.LIMIT);
    }

    @Test
    void whatFillsThemIsNamed() {
        Seen seen = Seen.during(60)
                .pool(tomcat(200).active(0.2).completed(6000))
                .pool(pool("jobs", StationKind.EXECUTOR, 40)
                        .full(3000, 60)
                        .completed(2400)
                        .waits(Activity.AWAITING_CONNECTION, "database", 36))
                .resource(resource("database", StationKind.CONNECTION_POOL, 4).full(4, 36));
        Diagnosis found = run(seen).alone(R0).diagnosis();

        assertThat(found.bindingLimit().orElseThrow().pool()).isEqualTo("database");
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(found.summary()).endsWith("Its workers wait for database, which is full.");
        assertThat(found.remedy()).isEmpty();
    }
}
