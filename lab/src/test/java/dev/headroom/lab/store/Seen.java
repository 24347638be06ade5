package dev.headroom.lab.store;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.diagnosis.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Pool;
import dev.headroom.core.model.observation.PoolKind;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.observation.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** An observation with every field. */
final class Seen {

    private Seen() {}

    static Observation everything(Instant start) {
        Pool pool = new Pool(
                "common-pool",
                PoolKind.FORK_JOIN,
                7,
                OptionalInt.of(7),
                6.99,
                OptionalDouble.of(560.5),
                OptionalDouble.of(1100),
                OptionalDouble.of(18.8),
                OptionalDouble.of(1145),
                Optional.of(new Measure(0.3301, Double.NaN, "completions")),
                Optional.of(new Measure(0.3302, 0.0004, "jdk.SocketRead, 412 reads")),
                0.98,
                Map.of(Activity.AWAITING_DOWNSTREAM, 6.9, Activity.RUNNING, 0.09),
                List.of(new Pool.Wait(
                        Activity.AWAITING_DOWNSTREAM,
                        "127.0.0.1:8090",
                        6.9,
                        "NioSocketImpl.read",
                        "dev.example.Users.load:42")),
                List.of(Proved.SITE));
        Pool unbounded = new Pool(
                "virtual-threads",
                PoolKind.VIRTUAL_THREADS,
                0.5,
                OptionalInt.empty(),
                0.5,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Map.of(),
                List.of(),
                List.of());
        return new Observation(
                new Observation.Window(start.plusSeconds(6), Duration.ofSeconds(54)),
                List.of(pool, unbounded),
                List.of(new Observation.Call(
                        "127.0.0.1:8090", Rate.perSecond(21.2), Measure.exact(0.33, "socket reads"), 7)),
                new Observation.Processor(2, 8, 0.3, 0.9, 0, OptionalDouble.of(0.02), 0.001),
                List.of(new Observation.Sample(
                        Duration.ofMillis(-250),
                        List.of(new Observation.PoolSample(
                                "common-pool", 7, 7, OptionalInt.empty(), Map.of(Activity.AWAITING_DOWNSTREAM, 7))),
                        230,
                        12)),
                new Observation.Jvm(4711, "25.0.1", "Eclipse Adoptium", List.of("-XX:ActiveProcessorCount=8")),
                new Observation.ProbeCost("agent", 540, Duration.ofMillis(100), Duration.ofMillis(90), 0.0008),
                new Observation.Network(
                        List.of(new Observation.Listener(8888, 12.5, 101, 100, 3.5, 200.25, 80, 0.75)),
                        List.of(new Observation.Outbound("127.0.0.1:8090", 7, 21.2, 20.5, 0.004))),
                List.of(new Observation.Hang(
                        "tomcat-8888",
                        60,
                        "127.0.0.1:8090",
                        "dev.example.UserController.hanging",
                        Duration.ofMillis(53_500),
                        false)),
                Optional.of(new Observation.Memory(209_715_200, 230_686_720)),
                List.of(new Resource(
                        "hikari#1",
                        LimitKind.CONNECTION_POOL,
                        "hikari",
                        "HikariPool-1",
                        OptionalInt.of(10),
                        9.5,
                        50.25,
                        0.99,
                        OptionalDouble.empty(),
                        Optional.of(new Measure(0.05, Double.NaN, "a clock")),
                        List.of(Proved.SITE),
                        List.of(),
                        List.of(new Pool.Wait(Activity.AWAITING_LOCK, "lock#2", 9, "AQS.acquire", "")),
                        "maximum-pool-size",
                        "more connections")),
                List.of(
                        new Adjustable("hikari#1", 10, true, "setMaximumPoolSize"),
                        new Adjustable("lock#2", 1, true, "held", Adjustable.Means.OCCUPY)),
                new Observation.Host(OptionalDouble.of(1.5), 0.01, 0.02, 0.03, 0, 0, List.of(Proved.SITE), List.of()),
                List.of("a note"));
    }
}
