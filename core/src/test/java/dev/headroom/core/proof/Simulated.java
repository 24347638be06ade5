package dev.headroom.core.proof;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Services whose law is known: throughput as a function of what is moved, with some noise. Campaigns are carried out against them. */
abstract class Simulated {

    static final int WINDOWS = 24;
    static final double NOISE = 0.01;
    static final String TOMCAT = "tomcat-8888";
    static final String COMMON_POOL = "common-pool";

    static final Load.Open LOAD = Counts.open(20, 60);
    static final Measured FULL_POOL = Measured.run(
                    LOAD,
                    Counts.of(LOAD, UsersCase.CEILING, UsersCase.S),
                    UsersCase.commonPool().lever(TOMCAT, 200, true).lever(COMMON_POOL, 7, true))
            .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone());
    static final Measured KEEPS = Measured.run(
                    LOAD,
                    Counts.of(LOAD, UsersCase.CEILING, UsersCase.S),
                    UsersCase.commonPool().lever(TOMCAT, 200, true).lever(COMMON_POOL, 7, false))
            .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone());
    static final Measured FREE = Measured.run(
                    LOAD,
                    Counts.of(LOAD, 1000, UsersCase.S),
                    UsersCase.ownPool().lever(TOMCAT, 200, true))
            .alone(UsersCase.PARALLEL);

    static final String TASKS = "tasks";
    static final String ORDERS = "orders";
    static final Load.Closed USERS = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds(60)));

    /** A full pool of so many, for whose tasks 60 users wait: it completes 60 a second in a minute. */
    static Seen.PoolBuilder tasks(int workers) {
        return Seen.pool(TASKS, StationKind.EXECUTOR)
                .maximum(workers)
                .active(workers)
                .queue(60 - workers, 0)
                .saturated(1)
                .completed(3_600)
                .byCompletions(workers / 60.0);
    }

    /** 7 workers, each of which holds one of 6 connections for all of 100 ms: nearly all wait for the workers. */
    static final Measured RIVALS = Measured.run(
                    USERS,
                    Counts.of(USERS, 60, 1, 60),
                    Seen.during(60)
                            .pool(tomcat(60).waitsForPool(TASKS, 60))
                            .pool(tasks(7).waits(Activity.AWAITING_CONNECTION, ORDERS, 1)
                                    .doing(Activity.SLEEPING, 6))
                            .resource(Seen.resource(ORDERS, StationKind.CONNECTION_POOL)
                                    .capacity(6)
                                    .full(6, 1)
                                    .taken(3_600)
                                    .held(0.1))
                            .lever(TOMCAT, 200, true)
                            .lever(TASKS, 7, true)
                            .lever(ORDERS, 6, true))
            .alone(0.1);

    /** With all of its users at work for a minute. */
    static Seen.PoolBuilder tomcat(double perSecond) {
        return Seen.tomcat(200).active(60).completed(60 * perSecond).byCompletions(60 / perSecond);
    }

    static final String DATABASE = "127.0.0.1:8090";

    /**
     * Six connections before a database, each held for as long as a call takes.
     *
     * @param call seconds; 100 ms with one user
     */
    static Measured connections(double call) {
        return connections(call, Seen.during(60));
    }

    /** @param beside what else is seen in the 60 s */
    static Measured connections(double call, Seen beside) {
        double x = 6 / call;
        return Measured.run(
                        USERS,
                        Counts.of(USERS, x, 60 / x, 60),
                        beside.pool(tomcat(x)
                                        .waits(Activity.AWAITING_CONNECTION, ORDERS, 54)
                                        .waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 6))
                                .resource(Seen.resource(ORDERS, StationKind.CONNECTION_POOL)
                                        .capacity(6)
                                        .full(6, 54)
                                        .taken(60 * x)
                                        .held(call)
                                        .holdersWait(Activity.AWAITING_DOWNSTREAM, DATABASE, 6))
                                .lever(TOMCAT, 200, true)
                                .lever(ORDERS, 6, true))
                .alone(0.1, oneCalling());
    }

    /** One user, whose request is a call of 100 ms. */
    static Seen oneCalling() {
        return Seen.during(2)
                .pool(Seen.tomcat(200)
                        .active(1)
                        .completed(20)
                        .byCompletions(0.1)
                        .waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 1));
    }

    static final String SLEEPS = "example.Bucket.take:17";

    /**
     * Workers that are kept at one line, by nothing that is known.
     *
     * @param kept seconds; 1 ms with one user
     * @param workers of which all are, or as many as there are users
     */
    static Measured sleeping(double kept, int workers) {
        int busy = Math.min(workers, 60);
        double x = busy / kept;
        return Measured.run(
                        USERS,
                        Counts.of(USERS, x, 60 / x, 60),
                        Seen.during(60)
                                .pool(tomcat(x).waitsForPool(TASKS, 60))
                                .pool(Seen.pool(TASKS, StationKind.EXECUTOR)
                                        .maximum(workers)
                                        .active(busy)
                                        .queue(60 - busy, 0)
                                        .saturated(busy == workers ? 1 : 0)
                                        .completed(60 * x)
                                        .byCompletions(kept)
                                        .doing(Activity.SLEEPING, busy, SLEEPS))
                                .lever(TOMCAT, 200, true)
                                .lever(TASKS, workers, true))
                .alone(
                        0.001,
                        Seen.during(2)
                                .pool(Seen.tomcat(200)
                                        .active(1)
                                        .completed(2_000)
                                        .byCompletions(0.001)
                                        .waitsForPool(TASKS, 1))
                                .pool(Seen.pool(TASKS, StationKind.EXECUTOR)
                                        .maximum(workers)
                                        .active(1)
                                        .completed(2_000)
                                        .byCompletions(0.001)
                                        .doing(Activity.SLEEPING, 1, SLEEPS)));
    }

    static final String LOCK = "reentrant-lock#1";

    /**
     * Sixty users before a lock that is held for 10 ms, after a call.
     *
     * @param call seconds; 0 for none
     */
    static Measured lock(double call) {
        double calling = 100 * call;
        Seen.PoolBuilder workers = tomcat(100).waits(Activity.AWAITING_LOCK, LOCK, 59 - calling);
        Seen.PoolBuilder alone = Seen.tomcat(200)
                .active(1)
                .completed(20)
                .byCompletions(0.01 + call)
                .doing(Activity.SLEEPING, 0.01 / (0.01 + call));
        if (call > 0) {
            workers.waits(Activity.AWAITING_DOWNSTREAM, DATABASE, calling);
            alone.waits(Activity.AWAITING_DOWNSTREAM, DATABASE, call / (0.01 + call));
        }
        return Measured.run(
                        USERS,
                        Counts.of(USERS, 100, 0.6, 60),
                        Seen.during(60)
                                .pool(workers.doing(Activity.SLEEPING, 1))
                                .resource(Seen.resource(LOCK, StationKind.LOCK)
                                        .capacity(1)
                                        .full(1, 59 - calling))
                                .lever(new Adjustable(LOCK, 1, true, "the lock is held", Adjustable.Means.OCCUPY)))
                .alone(0.01 + call, Seen.during(2).pool(alone));
    }

    final List<Intervention> done = new ArrayList<>();

    /** Failed responses for each good one while something is moved. */
    double failing;

    /** Seconds of a response at home, and while something is moved. */
    double response = Double.NaN;

    double movedResponse = Double.NaN;

    /** Times what it was, up to which what is moved makes none fail. */
    double sound = 1;

    /** @param law throughput over that at home, by what each target has over what it had */
    Diagnosis proved(Measured run, Rights rights, ToDoubleFunction<Map<String, Double>> law) {
        return proved(Case.of(run.measurement(), run.diagnosis()), rights, law);
    }

    Diagnosis proved(Case about, Rights rights, ToDoubleFunction<Map<String, Double>> law) {
        Campaign campaign = new Campaign(about, rights);
        SplittableRandom random = new SplittableRandom(11);
        for (Optional<Move> move = campaign.next(done); move.isPresent(); move = campaign.next(done)) {
            done.add(carriedOut(move.get(), about.evidence().throughput(), law, random));
        }
        return Ruling.of(about, done);
    }

    Intervention carriedOut(
            Move move, double home, ToDoubleFunction<Map<String, Double>> law, SplittableRandom random) {
        Replication replication = new Replication(move, done.size(), WINDOWS / 2 - 2, 0, random.split());
        Map<String, Double> moved =
                move.parts().stream().collect(Collectors.toMap(Part::target, part -> part.to() / part.from()));
        for (int window = 0; ; window++) {
            Setting setting = replication.next();
            boolean is = setting == Setting.MOVED;
            double x = home * law.applyAsDouble(is ? moved : Map.of()) * Math.exp(NOISE * random.nextGaussian());
            Phase phase = new Phase(
                    setting,
                    Duration.ofSeconds(window),
                    Duration.ofSeconds(10),
                    is ? move.factor() : 1,
                    Measure.exact(x, "simulated"),
                    (is ? movedResponse : response) * Math.exp(NOISE * random.nextGaussian()),
                    is && !(move.up() && move.factor() <= sound) ? x * failing : 0,
                    Double.NaN,
                    Double.NaN);
            Optional<Reading> reading = replication.add(phase, (window + 1.0) / WINDOWS);
            if (reading.isPresent()) {
                return new Intervention(
                        move,
                        replication.phases(),
                        reading.get().outcome(),
                        reading.get().elasticity(),
                        reading.get().placebo(),
                        reading.get().note(),
                        List.of());
            }
        }
    }

    static double of(Map<String, Double> moved, String target) {
        return moved.getOrDefault(target, 1.0);
    }

    static Grounds grounds(Diagnosis diagnosis) {
        return diagnosis.proof().map(Proof::grounds).orElseThrow();
    }

    /** Sixty users whose calls are answered 100 times a second, each of which takes 20 ms with one user. */
    static Measured calls() {
        return calls(Seen.during(60));
    }

    /** @param beside what else is seen in the 60 s */
    static Measured calls(Seen beside) {
        return Measured.run(
                        USERS,
                        Counts.of(USERS, 100, 0.6, 60),
                        beside.pool(tomcat(100).waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 60))
                                .lever(TOMCAT, 200, true))
                .alone(
                        0.02,
                        Seen.during(2)
                                .pool(Seen.tomcat(200)
                                        .active(1)
                                        .completed(100)
                                        .byCompletions(0.02)
                                        .waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 1)));
    }

    /** Sixty users before permits that are held for 10 ms each. */
    static Measured permits(int count) {
        double x = 100 * count;
        return Measured.run(
                        USERS,
                        Counts.of(USERS, x, 60 / x, 60),
                        Seen.during(60)
                                .pool(tomcat(x)
                                        .waits(Activity.AWAITING_LOCK, "semaphore#1", 60 - count)
                                        .doing(Activity.SLEEPING, count))
                                .resource(Seen.resource("semaphore#1", StationKind.SEMAPHORE)
                                        .capacity(count)
                                        .full(count, 60 - count))
                                .lever("semaphore#1", count, true))
                .alone(0.01, Seen.during(2).pool(Seen.tomcat(200).active(1).completed(200)));
    }
}
