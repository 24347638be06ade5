package dev.headroom.lab.store;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Check;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Take;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.Users;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.model.result.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Runs to write and read: one with every field, one that broke off at once. */
public final class Runs {

    public static final Instant START = Instant.parse("2026-11-21T10:00:00.123456789Z");

    private static final Load OPEN = new Load.Open(
                    Rate.perSecond(20),
                    Duration.ofSeconds(60),
                    Transport.DEFAULT,
                    Optional.of(new Load.WarmUp(2, Duration.ofSeconds(5))))
            .arriving(Arrivals.POISSON, 7)
            .connected(OptionalInt.of(50))
            .staged(List.of(
                    new Stage(Rate.perSecond(0), Rate.perSecond(20), Duration.ofSeconds(10)),
                    Stage.constant(Rate.perSecond(20), Duration.ofSeconds(50))));

    private Runs() {}

    public static Run full(String variant) {
        return new Run(
                "users",
                variant(variant),
                START,
                false,
                OPEN,
                Optional.of(Duration.ofNanos(347_123_456)),
                Optional.of(result()),
                Optional.of(Seen.everything(START)),
                Optional.of(diagnosis()),
                Optional.of(new Prediction(
                        Rate.perSecond(10.5),
                        millis(26_900),
                        millis(27_000),
                        millis(50_700),
                        millis(52_000),
                        millis(53_000),
                        3,
                        "m = 7, V = 2, S = 0.33 s")),
                Optional.of(new Physics(Optional.of(millis(330)), Optional.of(Rate.perSecond(20)), "the downstream")),
                Map.of("server.tomcat.threads.max", "8", "a", "b"),
                List.of("java", "-jar", "users.jar"),
                Map.of("users", 3.25, "metadata", 1.5, "headroom", 0.75),
                environment(),
                Optional.empty(),
                Optional.of(Proved.baseline(START)),
                List.of(),
                2,
                List.of("rate 20/s"),
                List.of(new Expectations.Outcome("p95", "< 500 ms", "50.7 s", false)),
                Optional.empty());
    }

    /** Of two kinds of request. */
    public static Run mixed(String variant) {
        Run one = full(variant);
        LoadResult all = one.result().orElseThrow();
        Variant plain = one.variant();
        return new Run(
                one.experiment(),
                new Variant(
                        plain.name(),
                        plain.description(),
                        List.of(
                                new RequestKind("view", 3, "GET", "/view", Map.of("a", "b"), "", "", List.of(), ""),
                                new RequestKind(
                                        "buy/order",
                                        1,
                                        "POST",
                                        "/orders/${cart}",
                                        Map.of(),
                                        "{}",
                                        "buy",
                                        List.of(new Take("order", Take.From.JSON, "/id")),
                                        "")),
                        plain.settings(),
                        plain.jvm(),
                        plain.load(),
                        plain.published(),
                        plain.physics(),
                        plain.before(),
                        plain.lifts(),
                        Optional.of(new Origin.Command(List.of("/bin/sh", "-c", "exec java"))),
                        plain.jdk(),
                        List.of(),
                        Map.of(),
                        Expectations.NONE,
                        new Users(
                                List.of(
                                        new DataSource(
                                                "ids",
                                                "/ids.csv",
                                                OptionalLong.empty(),
                                                OptionalLong.empty(),
                                                DataSource.Order.RANDOM),
                                        new DataSource(
                                                "n",
                                                "",
                                                OptionalLong.of(1),
                                                OptionalLong.of(9),
                                                DataSource.Order.IN_TURN)),
                                List.of(new RequestKind(
                                        "", 1, "POST", "/login", Map.of(), "${ids.name}", "", List.of(), "")),
                                true,
                                5)),
                one.startedAt(),
                one.quick(),
                one.load(),
                one.singleRequest(),
                Optional.of(all.withKinds(List.of(
                        new LoadResult.Kind("view", 900, 900, Map.of(), all.latency(), List.of(450L, 450L)),
                        new LoadResult.Kind(
                                "order",
                                300,
                                299,
                                Map.of(ErrorKind.TIMEOUT, 1L),
                                all.latency(),
                                List.of(150L, 149L))))),
                one.observation(),
                one.diagnosis(),
                one.prediction(),
                one.physics(),
                one.settings(),
                one.commandLine(),
                one.cpuSecondsByProcess(),
                one.environment(),
                one.failure(),
                one.baseline(),
                List.of(
                        new KindOfRequest(
                                "view",
                                3,
                                0.75,
                                8,
                                Optional.of(Measure.exact(0.03, "a single user")),
                                OptionalDouble.of(0.03),
                                OptionalDouble.of(1),
                                OptionalDouble.of(0.03),
                                OptionalDouble.of(0.03),
                                OptionalDouble.of(0.3),
                                KindOfRequest.Evidence.ONE_USER),
                        new KindOfRequest(
                                "order",
                                1,
                                0.25,
                                2.6,
                                Optional.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty(),
                                KindOfRequest.Evidence.NONE)),
                1,
                List.of(),
                List.of(),
                Optional.empty());
    }

    public static Run broken(String variant) {
        return unseen(variant, Optional.of("service users died under load with exit code 137"), Optional.empty());
    }

    static Run leftOut(String variant) {
        return unseen(variant, Optional.empty(), Optional.of("service users is to run on JDK 99, and none was found"));
    }

    private static Run unseen(String variant, Optional<String> failure, Optional<String> leftOut) {
        return new Run(
                "users",
                new Variant(
                        variant,
                        "",
                        List.of(new RequestKind("", 1, "GET", "/", Map.of(), "", "", List.of(), "")),
                        Map.of(),
                        List.of(),
                        Optional.empty(),
                        Published.NONE,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Map.of(),
                        Expectations.NONE,
                        Users.NONE),
                START,
                true,
                new Load.Closed(
                        250,
                        Duration.ofSeconds(5),
                        new ThinkTime.LogNormal(Duration.ofMillis(1), Duration.ofMillis(3)),
                        new Until.Requests(1000),
                        7,
                        new Transport(
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(30),
                                true,
                                true,
                                Optional.of(Duration.ofSeconds(5)),
                                Optional.of(Path.of("/certificates/service.pem")),
                                true,
                                Optional.of("/opt/k6")),
                        Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                Map.of(),
                environment(),
                failure,
                Optional.empty(),
                List.of(),
                1,
                List.of(),
                List.of(),
                leftOut);
    }

    private static Variant variant(String name) {
        return new Variant(
                name,
                "one pool for all",
                List.of(new RequestKind(
                        "",
                        1,
                        "POST",
                        "/users_parallel/2505",
                        Map.of("Accept", "application/json"),
                        "body \"quoted\"\n",
                        "",
                        List.of(),
                        "")),
                Map.of("server.tomcat.threads.max", "8"),
                List.of("-Dx=y"),
                Optional.of(new Load.Closed(
                        10,
                        Duration.ZERO,
                        Duration.ZERO,
                        new Until.Iterations(20),
                        Transport.DEFAULT,
                        Optional.empty())),
                new Published(
                        Optional.of(millis(347)),
                        Optional.of(millis(27_289)),
                        Optional.empty(),
                        Optional.of(millis(51_370)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Rate.perSecond(10)),
                        OptionalDouble.of(0.29)),
                Optional.of(new Physics(Optional.empty(), Optional.empty(), "because")),
                List.of(new Variant.Preparation("GET", "/users/hanging", 60)),
                List.of("sequential"),
                Optional.of(new Origin.MainClass("com.example.Users", List.of("/peers/users.jar", "/peers/lib/*.jar"))),
                Optional.of("21"),
                List.of("--port", "${users.port}"),
                Map.of("MODE", "fast"),
                new Expectations(
                        List.of(new Expectations.Bound(Expectations.Figure.P999, Expectations.Relation.AT_MOST, 0.5)),
                        Optional.of(new Expectations.Binds(
                                Optional.of(LimitKind.WORKER_POOL), Optional.of("common-pool"), OptionalInt.empty())),
                        new Success(List.of(200, 304), "ok")),
                Users.NONE);
    }

    private static LoadResult result() {
        Latency latency = new Latency(
                1198,
                Duration.ofNanos(26_900_123_457L),
                millis(5),
                millis(330),
                millis(27_000),
                millis(48_000),
                millis(50_700),
                millis(52_000),
                millis(52_900),
                millis(53_000),
                List.of(new Latency.Point(0, millis(330)), new Latency.Point(0.95, Duration.ofNanos(50_700_000_001L))),
                1,
                2,
                millis(120_000));
        return new LoadResult(
                START,
                Duration.ofNanos(113_000_000_123L),
                1200,
                1198,
                Map.of(ErrorKind.CONNECT_TIMEOUT, 1L, ErrorKind.STATUS, 1L),
                Map.of(200, 1198L, 503, 1L),
                Rate.perSecond(10.6),
                latency,
                Latency.NONE,
                List.of(
                        new LoadResult.Second(0, 20, 10, 0, 10, OptionalDouble.of(5.25), 340.5, 335, 350.25, 360),
                        new LoadResult.Second(1, 20, 11, 1, 18, OptionalDouble.empty(), 700, 690, 720, 730)),
                new LoadResult.Generator(
                        "embedded 1",
                        Duration.ofMillis(750),
                        Duration.ofNanos(120_000),
                        millis(1),
                        millis(3),
                        240,
                        false,
                        millis(2),
                        millis(1),
                        3,
                        Optional.of(new LoadResult.Waits(700, millis(40), millis(90), 5)),
                        4,
                        Optional.of(new LoadResult.Tool(
                                LoadResult.Tool.Source.ACTUAL_START,
                                OptionalLong.of(7),
                                OptionalLong.of(390),
                                Optional.of(new Measure(19.5, 0.4, "port 8888: connections")),
                                OptionalDouble.of(19.8),
                                Optional.of(new LoadResult.Tool.Checks(1200, 2)),
                                false,
                                true))),
                List.of(),
                Map.of(),
                List.of(),
                Optional.of(millis(5)));
    }

    private static Diagnosis diagnosis() {
        return new Diagnosis(
                Verdict.LIMIT,
                Standing.SUPPORTED,
                Optional.of(new Limit(LimitKind.WORKER_POOL, "common-pool", OptionalInt.of(7))),
                Optional.of(Measure.exact(2, "completed tasks over requests")),
                Optional.of(new Measure(0.33, 0.001, "clock")),
                Optional.of(new Measure(10.6, 0.03, "m / (V S)")),
                new Measure(10.58, 0.1, "generator"),
                OptionalDouble.of(0.998),
                List.of("tomcat-8888", "common-pool", "127.0.0.1:8090"),
                Optional.of(new Remedy("use an executor of 14 threads", OptionalDouble.of(14), "N = X V S")),
                Optional.of(new NextLimit(
                        new Limit(LimitKind.DOWNSTREAM, "127.0.0.1:8090", OptionalInt.empty()), Rate.perSecond(606))),
                OptionalDouble.of(9.4),
                "7 common-pool workers hold every request.",
                List.of(new Check("Utilisation law, U = X V S / m", 0.999, 0.997, "1", 0.05, true, "detail")),
                List.of("note"),
                Proved.account(),
                Proved.rivals(),
                List.of(Proved.SITE),
                List.of(new CallSite("dev.example.Users.wait:7", Activity.AWAITING_POOL, 181)),
                Proved.moves(),
                Optional.of(Proved.proof()),
                Optional.of(Proved.lifted()),
                Map.of("all", 0.95));
    }

    private static Run.Environment environment() {
        return new Run.Environment("0.1.0", "Linux", "a processor", 2, 24L << 30, "25.0.1", "./headroom run users");
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }
}
