package dev.headroom.core.testing;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;

/**
 * The variants of the first case as a probe would see them at 20 requests/s: two calls a request to a downstream that
 * takes {@value #S} s, on 8 processors.
 */
public final class UsersCase {

    public static final double S = 0.3305;
    public static final double RATE = 20;
    public static final double CEILING = 7 / (2 * S);

    /** R0: two calls at once; a task of the common pool, or a virtual thread, costs a little more than a call. */
    public static final double PARALLEL = 0.332;

    public static final double SEQUENTIAL = 0.661;

    private UsersCase() {}

    /** One user, whose two calls the common pool makes at once. */
    public static Seen commonPoolAlone() {
        double requests = 10 / PARALLEL;
        return Seen.during(10)
                .pool(tomcat(200)
                        .active(1)
                        .completed(requests)
                        .byCompletions(PARALLEL)
                        .waitsForPool("common-pool", 1))
                .pool(pool("common-pool", StationKind.FORK_JOIN)
                        .maximum(7)
                        .active(2 * S / PARALLEL)
                        .completed(2 * requests)
                        .byCompletions(S)
                        .byClock(S)
                        .waitsForDownstream(2 * S / PARALLEL))
                .calls("127.0.0.1:8090", 2 / PARALLEL, S);
    }

    /** Sixty seconds, 282 requests in flight on average, in which Tomcat's 200 threads fill up after 21 s. */
    public static Seen commonPool() {
        double requests = CEILING * 60;
        return Seen.during(60)
                .pool(tomcat(200)
                        .active(165)
                        .queue(117, 6)
                        .saturated(0.64)
                        .completed(requests)
                        .byCompletions(165 * 60 / requests)
                        .waitsForPool("common-pool", 164.6))
                .pool(common(2 * requests).queue(322, 5))
                .calls("127.0.0.1:8090", 2 * CEILING, S);
    }

    /** A quarter of a minute: Tomcat's threads are not full yet. */
    public static Seen commonPoolQuick() {
        double requests = CEILING * 15;
        return Seen.during(15)
                .pool(tomcat(200).active(74).completed(requests).waitsForPool("common-pool", 73.9))
                .pool(common(2 * requests).queue(140, 18.8))
                .calls("127.0.0.1:8090", 2 * CEILING, S);
    }

    public static Seen commonPoolEightThreads() {
        double requests = CEILING * 60;
        return Seen.during(60)
                .pool(tomcat(8)
                        .active(8)
                        .queue(274, 9.4)
                        .saturated(0.98)
                        .completed(requests)
                        .byCompletions(8 * 60 / requests)
                        .waitsForPool("common-pool", 8))
                .pool(common(2 * requests).queue(8.4, 0))
                .calls("127.0.0.1:8090", 2 * CEILING, S);
    }

    public static Seen ownPool() {
        return Seen.during(60)
                .pool(tomcat(200)
                        .active(6.65)
                        .completed(1200)
                        .byCompletions(0.3325)
                        .waitsForPool("own-pool", 6.61))
                .pool(pool("own-pool", StationKind.EXECUTOR)
                        .maximum(400)
                        .active(13.22)
                        .completed(2400)
                        .byCompletions(S)
                        .byClock(S)
                        .waitsForDownstream(13.2))
                .calls("127.0.0.1:8090", 40, S);
    }

    public static Seen sequential() {
        return Seen.during(60)
                .pool(tomcat(200)
                        .active(13.3)
                        .completed(1200)
                        .byCompletions(0.665)
                        .byClock(S)
                        .waitsForDownstream(13.22))
                .calls("127.0.0.1:8090", 40, S);
    }

    /** Virtual threads throughout: each request's waits for two others, which make the calls. */
    public static Seen lifted() {
        return Seen.during(60)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(19.9)
                        .waitsForPool("virtual-threads", 6.61)
                        .waitsForDownstream(13.22))
                .calls("127.0.0.1:8090", 40, S);
    }

    private static Seen.PoolBuilder common(double tasks) {
        return pool("common-pool", StationKind.FORK_JOIN)
                .maximum(7)
                .active(7)
                .saturated(0.99)
                .completed(tasks)
                .byCompletions(S)
                .byClock(S)
                .doing(Activity.RUNNING, 0.02)
                .waitsForDownstream(6.98);
    }
}
