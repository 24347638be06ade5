package dev.headroom.lab.store;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
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
        Station pool = Station.of("common-pool", StationKind.FORK_JOIN)
                .workers(7)
                .maximum(OptionalInt.of(7))
                .active(6.99)
                .queue(OptionalDouble.of(560.5))
                .queueMax(OptionalDouble.of(1100))
                .queueGrowth(OptionalDouble.of(18.8))
                .completed(OptionalDouble.of(1145))
                .holdingByCompletions(Optional.of(new Measure(0.3301, Double.NaN, "completions")))
                .holdingByClock(Optional.of(new Measure(0.3302, 0.0004, "jdk.SocketRead, 412 reads")))
                .saturatedShare(0.98)
                .activities(Map.of(Activity.AWAITING_DOWNSTREAM, 6.9, Activity.RUNNING, 0.09))
                .waits(List.of(new Station.Wait(
                        Activity.AWAITING_DOWNSTREAM,
                        "127.0.0.1:8090",
                        6.9,
                        "NioSocketImpl.read",
                        "dev.example.Users.load:42")))
                .holders(List.of(Proved.SITE))
                .build();
        Station unbounded = Station.of("virtual-threads", StationKind.VIRTUAL_THREADS)
                .workers(0.5)
                .active(0.5)
                .build();
        Station hikari = Station.of("hikari#1", StationKind.CONNECTION_POOL)
                .type("hikari")
                .name("HikariPool-1")
                .maximum(OptionalInt.of(10))
                .active(9.5)
                .queue(OptionalDouble.of(50.25))
                .saturatedShare(0.99)
                .holdingByCompletions(Optional.of(new Measure(0.05, Double.NaN, "a clock")))
                .holders(List.of(Proved.SITE))
                .waits(List.of(new Station.Wait(Activity.AWAITING_LOCK, "lock#2", 9, "AQS.acquire", "")))
                .setting("maximum-pool-size")
                .remedy("more connections")
                .build();
        return new Observation(
                new Observation.Window(start.plusSeconds(6), Duration.ofSeconds(54)),
                List.of(pool, unbounded, hikari),
                List.of(new Observation.Call(
                        "127.0.0.1:8090", Rate.perSecond(21.2), Measure.exact(0.33, "socket reads"), 7)),
                new Observation.Processor(
                        2, 8, 0.3, 0.9, OptionalDouble.of(0), OptionalDouble.of(0.02), OptionalDouble.of(0.001)),
                List.of(new Observation.Sample(
                        Duration.ofMillis(-250),
                        List.of(new Observation.PoolSample(
                                "common-pool", 7, 7, OptionalInt.empty(), Map.of(Activity.AWAITING_DOWNSTREAM, 7))),
                        230,
                        12)),
                new Observation.Jvm(4711, "25.0.1", "Eclipse Adoptium", List.of("-XX:ActiveProcessorCount=8")),
                new Observation.ProbeCost("agent", 540, Duration.ofMillis(100), Duration.ofMillis(90), 0.0008),
                new Network(
                        List.of(new Network.Listener(8888, 12.5, 101, 100, 3.5, 200.25, 80, 0.75, OptionalInt.empty())),
                        List.of(new Network.Outbound(
                                "127.0.0.1:8090",
                                7,
                                21.2,
                                20.5,
                                0.004,
                                0,
                                Optional.of(new Network.InUse(7, 30, 6.5, 0.5, 21, 42, 0)),
                                Optional.of(new Network.Callee(30, 41.5, 1, 5, 0.9))))),
                List.of(new Observation.Hang(
                        "tomcat-8888",
                        60,
                        "127.0.0.1:8090",
                        "dev.example.UserController.hanging",
                        Duration.ofMillis(53_500),
                        false,
                        true,
                        Activity.AWAITING_DOWNSTREAM)),
                Optional.of(new Observation.Memory(209_715_200, 230_686_720)),
                List.of(
                        new Adjustable("hikari#1", 10, true, "setMaximumPoolSize"),
                        new Adjustable("lock#2", 1, true, "held", Adjustable.Means.OCCUPY)),
                new Observation.Host(
                        OptionalDouble.of(1.5),
                        OptionalDouble.of(0.01),
                        OptionalDouble.of(0.02),
                        OptionalDouble.of(0.03),
                        OptionalDouble.empty(),
                        0,
                        List.of(Proved.SITE),
                        List.of()),
                List.of("a note"),
                Map.of());
    }
}
