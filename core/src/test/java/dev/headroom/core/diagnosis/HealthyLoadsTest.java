package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** No false alarm: users that each have a worker are the limit, however the service is built and whatever else is busy. */
class HealthyLoadsTest {

    private record Users(int count, double response, double throughput, Load.Closed load) {

        static Users any(Cases any) {
            int users = any.whole(5, 300);
            double response = any.between(0.05, 5);
            return new Users(
                    users,
                    response,
                    users / response,
                    Counts.closed(users, 0, new Until.Elapsed(Duration.ofSeconds(60))));
        }

        double completed() {
            return throughput * 60;
        }

        Diagnosis diagnosed(Seen seen) {
            return Measured.run(load, throughput, response, 60, seen)
                    .alone(response)
                    .diagnosis();
        }
    }

    /** Other processes may take the machine, a bounded call be slow, connections be churned while there are cores enough. */
    private static Seen surroundings(Cases any) {
        Seen seen = Seen.during(60)
                .processor(any.between(0, 1.1), any.between(0, 5), any.between(0, 0.1))
                .listener(any.whole(1, 300), 0, any.between(0, 0.5), 100, 0)
                .connections("127.0.0.1:8090", any.whole(1, 300), any.between(0, 0.9), 0);
        if (any.whole(0, 1) == 0) {
            seen.pool(pool("background", StationKind.OTHER).active(any.between(0, 3)));
        }
        return seen;
    }

    private static void loadIsTheLimit(Diagnosis diagnosis) {
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
    }

    @Test
    void usersThatEachHaveAThreadAreTheLimitEvenIfNoThreadIsLeft() {
        Cases.forAll(any -> {
            Users users = Users.any(any);
            int spare = any.whole(0, 1) == 0 ? 0 : any.whole(0, 200);
            loadIsTheLimit(users.diagnosed(surroundings(any)
                    .pool(tomcat(users.count() + spare)
                            .active(users.count() - any.between(0, 0.04) * users.count())
                            .saturated(any.between(0, 0.2))
                            .completed(users.completed())
                            .byClock(users.response())
                            .waitsForDownstream(users.count() * 0.95))));
        });
    }

    @Test
    void usersThatEachHaveAWorkerBehindAThreadAreTheLimit() {
        Cases.forAll(any -> {
            Users users = Users.any(any);
            loadIsTheLimit(users.diagnosed(surroundings(any)
                    .pool(tomcat(users.count() + any.whole(0, 50))
                            .active(users.count())
                            .completed(users.completed())
                            .waitsForPool("inner", users.count()))
                    .pool(pool("inner", StationKind.EXECUTOR, users.count() + any.whole(0, 50))
                            .active(users.count())
                            .completed(users.completed())
                            .byClock(users.response())
                            .waitsForDownstream(users.count()))));
        });
    }

    @Test
    void usersThatEachHaveAWorkerBehindAnIdleEntryAreTheLimit() {
        Cases.forAll(any -> {
            Users users = Users.any(any);
            boolean loops = any.whole(0, 1) == 0;
            Seen.PoolBuilder entry = loops
                    ? pool("netty-event-loops", StationKind.EVENT_LOOPS, 8)
                    : tomcat(200).completed(2 * users.completed());
            int visits = any.whole(1, 2);
            loadIsTheLimit(users.diagnosed(surroundings(any)
                    .pool(entry.active(any.between(0.02, 0.3)))
                    .pool(pool("inner", StationKind.EXECUTOR, visits * users.count() + any.whole(0, 50))
                            .active(visits * users.count())
                            .queue(any.whole(-1, 0), 0)
                            .completed(visits * users.completed())
                            .byClock(users.response())
                            .waitsForDownstream(visits * users.count()))));
        });
    }

    @Test
    void usersOnVirtualThreadsAreTheLimit() {
        Cases.forAll(any -> {
            Users users = Users.any(any);
            loadIsTheLimit(users.diagnosed(surroundings(any)
                    .pool(virtualThreads(users.count())
                            .doing(Activity.RUNNING, any.between(0, 0.1) * users.count())
                            .waitsForDownstream(users.count() * 0.9))));
        });
    }
}
