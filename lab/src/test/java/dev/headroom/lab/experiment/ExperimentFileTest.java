package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Expectations.Bound;
import dev.headroom.core.model.experiment.Expectations.Figure;
import dev.headroom.core.model.experiment.Expectations.Relation;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentFileTest {

    @TempDir
    Path folder;

    @BeforeEach
    void jars() throws IOException {
        Files.createFile(folder.resolve("a.jar"));
        Files.createFile(folder.resolve("b.jar"));
    }

    @Test
    void aVariantMaySendSeveralKindsOfRequestEachWithItsWeight() throws Exception {
        Variant variant = read("""
                name: shop
                services: { shop: { jar: a.jar, port: 0 } }
                watch: shop
                load: { closed: { users: 60, for: 15s } }
                variants:
                  today:
                    requests:
                      view: { request: GET /view, weight: 3 }
                      order: { request: POST /orders, headers: { Content-Type: text/plain }, body: one }
                    headers: { Token: t, Content-Type: application/json }
                """).variants().getFirst();

        assertThat(variant.mixed()).isTrue();
        assertThat(variant.requests())
                .containsExactly(
                        new RequestKind(
                                "view",
                                3,
                                "GET",
                                "/view",
                                Map.of("Token", "t", "Content-Type", "application/json"),
                                "",
                                "",
                                List.of(),
                                ""),
                        new RequestKind(
                                "order",
                                1,
                                "POST",
                                "/orders",
                                Map.of("Token", "t", "Content-Type", "text/plain"),
                                "one",
                                "",
                                List.of(),
                                ""));
        assertThat(variant.requestLine()).isEqualTo("view (GET /view) 3 of 4, order (POST /orders) 1 of 4");
    }

    private Load load(String written) throws Exception {
        return read("""
                name: shop
                services: { shop: { jar: a.jar, port: 0 } }
                watch: shop
                load: { LOAD }
                variants: { today: { request: GET / } }
                """.replace("LOAD", written)).load();
    }

    @Test
    void anOpenLoadSaysHowItsArrivalsComeAndOnHowManyConnections() throws Exception {
        assertThat(load("open: { rate: 20/s, for: 60s, arrivals: poisson, connections: 50 }, seed: 7"))
                .isEqualTo(new Load.Open(
                        Rate.perSecond(20),
                        Duration.ofSeconds(60),
                        Arrivals.POISSON,
                        List.of(),
                        OptionalInt.of(50),
                        7,
                        Transport.DEFAULT,
                        Optional.empty(),
                        Optional.empty()));
        assertThat(((Load.Open) load("open: { rate: 20/s, for: 60s }")).arrivals())
                .as("as before")
                .isEqualTo(Arrivals.EVEN);
    }

    @Test
    void aRateMayGoFromStageToStage() throws Exception {
        Load.Open load =
                (Load.Open) load("open: { stages: [{ rate: 10/s, for: 30s }, { from: 10/s, to: 0/s, for: 60s }] }");

        assertThat(load.stages())
                .containsExactly(
                        Stage.constant(Rate.perSecond(10), Duration.ofSeconds(30)),
                        new Stage(Rate.perSecond(10), Rate.perSecond(0), Duration.ofSeconds(60)));
        assertThat(load.duration()).isEqualTo(Duration.ofSeconds(90));
        assertThat(load.rate()).isEqualTo(Rate.perSecond(10));
    }

    @Test
    void thinkingTimesMayBeDrawnFromADistribution() throws Exception {
        assertThat(think("1s")).isEqualTo(new ThinkTime.Fixed(Duration.ofSeconds(1)));
        assertThat(think("{ exponential: 1s }")).isEqualTo(new ThinkTime.Exponential(Duration.ofSeconds(1)));
        assertThat(think("{ uniform: [500ms, 2s] }"))
                .isEqualTo(new ThinkTime.Uniform(Duration.ofMillis(500), Duration.ofSeconds(2)));
        assertThat(think("{ log-normal: { median: 1s, p95: 3s } }"))
                .isEqualTo(new ThinkTime.LogNormal(Duration.ofSeconds(1), Duration.ofSeconds(3)));
    }

    private ThinkTime think(String written) throws Exception {
        return ((Load.Closed) load("closed: { users: 2, for: 1s, think: " + written + " }")).think();
    }

    @Test
    void whatIsExpectedNeedsNoQuotesAndAVariantReplacesSingleKeys() throws Exception {
        List<Variant> variants = read("""
                name: shop
                services: { shop: { jar: a.jar, port: 0 } }
                watch: shop
                load: { closed: { users: 60, for: 15s } }
                expect:
                  p95: <500ms
                  p99.9: at most 1.5s
                  errors: below 0.1%
                  goodput: above 100/s
                  verdict: nothing
                  status: [200, 304]
                  body: contains "order" accepted
                variants:
                  plain: { request: GET / }
                  own:
                    request: GET /
                    expect: { p95: < 2s, verdict: { kind: worker-pool, pool: common-pool, workers: 7 }, status: 201 }
                """).variants();

        Bound tail = new Bound(Figure.P999, Relation.AT_MOST, 1.5);
        Bound errors = new Bound(Figure.ERRORS, Relation.BELOW, 0.001);
        Bound goodput = new Bound(Figure.GOODPUT, Relation.ABOVE, 100);
        assertThat(variants.get(0).expected())
                .isEqualTo(new Expectations(
                        List.of(new Bound(Figure.P95, Relation.BELOW, 0.5), tail, errors, goodput),
                        Optional.of(Expectations.Binds.NOTHING),
                        new Success(List.of(200, 304), "\"order\" accepted")));
        assertThat(variants.get(1).expected())
                .isEqualTo(new Expectations(
                        List.of(new Bound(Figure.P95, Relation.BELOW, 2), tail, errors, goodput),
                        Optional.of(new Expectations.Binds(
                                Optional.of(LimitKind.WORKER_POOL), Optional.of("common-pool"), OptionalInt.of(7))),
                        new Success(List.of(201), "\"order\" accepted")));
    }

    @Test
    void everyKindOfLimitMayBeExpected() throws Exception {
        for (LimitKind kind : LimitKind.values()) {
            if (kind == LimitKind.GENERATOR) {
                continue; // such a run is void
            }
            Expectations expected =
                    read("""
                    name: shop
                    services: { shop: { jar: a.jar, port: 0 } }
                    watch: shop
                    load: { closed: { users: 60, for: 15s } }
                    variants: { plain: { request: GET /, expect: { verdict: %s } } }
                    """.formatted(kind.id())).variants().getFirst().expected();

            assertThat(expected.binds().orElseThrow().kind()).contains(kind);
        }
    }

    @Test
    void everyKeyArrivesInTheModel() throws Exception {
        Experiment experiment = read("""
                name: users
                title: Users
                description: Parallel calls
                services:
                  metadata: { jar: a.jar, port: 8090, ready: /ready, settings: { delay: 330ms, seed: 1, version: 1.10 } }
                  users:
                    jar: ./x/../b.jar
                    port: 8888
                    processors: 8
                    settings: { metadata.url: "http://127.0.0.1:${metadata.port}" }
                    jvm: [-Xmx512m]
                    jdk: 21
                watch: users
                load: { open: { rate: 20/s, for: 60s }, timeout: 90s, connect-timeout: 5s, http2: true, warm-up: { users: 2, for: 5s } }
                physics: { response-time: 330ms, throughput: 20/s, because: downstream }
                variants:
                  sequential: { request: GET /users/2505 }
                  common-pool:
                    description: one pool for all
                    request: POST /users_parallel/2505?x=1
                    headers: { Accept: application/json, X-Version: 1.0 }
                    body: hello
                    settings: { server.tomcat.threads.max: 8 }
                    jvm: [-Dx=y]
                    jar: a.jar
                    load:
                      closed: { users: 250, ramp-up: 5s, think: 1.5s, iterations: 20 }
                      new-connection-per-request: true
                      trust-any-certificate: true
                    physics: { because: other }
                    lifts: [sequential]
                    published: { single: 347ms, mean: 27289ms, p95: 51370ms, throughput: 10/s, errors: 29% }
                """);

        assertThat(experiment.name()).isEqualTo("users");
        assertThat(experiment.title()).isEqualTo("Users");
        assertThat(experiment.services()).extracting(Service::name).containsExactly("metadata", "users");
        assertThat(experiment.services().getFirst().settings())
                .isEqualTo(Map.of("delay", "330ms", "seed", "1", "version", "1.10"));
        assertThat(experiment.watched())
                .isEqualTo(new Service(
                        "users",
                        new Origin.Jar(folder.resolve("b.jar")),
                        Optional.of(new Service.Address("http", Service.Address.LOCAL, 8888)),
                        OptionalInt.of(8),
                        Map.of("metadata.url", "http://127.0.0.1:${metadata.port}"),
                        List.of("-Xmx512m"),
                        List.of(),
                        Map.of(),
                        new Ready.Started(),
                        Duration.ofSeconds(120),
                        Optional.of("21")));
        assertThat(experiment.services().getFirst().ready()).isEqualTo(new Ready.Answer("/ready"));
        assertThat(experiment.load())
                .isEqualTo(new Load.Open(
                        Rate.perSecond(20),
                        Duration.ofSeconds(60),
                        new Transport(
                                Duration.ofSeconds(90),
                                Duration.ofSeconds(90),
                                false,
                                false,
                                Optional.of(Duration.ofSeconds(5)),
                                Optional.empty(),
                                true,
                                Optional.empty()),
                        Optional.of(new Load.WarmUp(2, Duration.ofSeconds(5)))));
        assertThat(experiment.physics().orElseThrow().responseTime()).contains(Duration.ofMillis(330));
        Variant variant = experiment.variants().get(1);
        assertThat(variant.requests().getFirst().method()).isEqualTo("POST");
        assertThat(variant.requests().getFirst().path()).isEqualTo("/users_parallel/2505?x=1");
        assertThat(variant.requests().getFirst().headers())
                .isEqualTo(Map.of("Accept", "application/json", "X-Version", "1.0"));
        assertThat(variant.settings()).isEqualTo(Map.of("server.tomcat.threads.max", "8"));
        assertThat(variant.lifts()).containsExactly("sequential");
        assertThat(variant.origin()).contains(new Origin.Jar(folder.resolve("a.jar")));
        assertThat(experiment.variants().getFirst().origin()).isEmpty();
        assertThat(variant.load())
                .contains(new Load.Closed(
                        250,
                        Duration.ofSeconds(5),
                        Duration.ofMillis(1500),
                        new Until.Iterations(20),
                        new Transport(Duration.ofSeconds(120), true, true),
                        Optional.empty()));
        assertThat(variant.published().single()).contains(Duration.ofMillis(347));
        assertThat(variant.published().throughput()).contains(Rate.perSecond(10));
        assertThat(variant.published().errorShare()).hasValue(0.29);
        assertThat(variant.published().max()).isEmpty();
        assertThat(experiment.physicsOf(variant).orElseThrow().because()).isEqualTo("other");
    }

    @Test
    void aClosedLoadEndsAfterRequestsOrATime() throws Exception {
        assertThat(read(minimal("closed: { users: 3, requests: 1000 }")).load())
                .extracting(load -> ((Load.Closed) load).until())
                .isEqualTo(new Until.Requests(1000));
        assertThat(read(minimal("closed: { users: 3, for: 2m }")).load())
                .extracting(load -> ((Load.Closed) load).until())
                .isEqualTo(new Until.Elapsed(Duration.ofMinutes(2)));
    }

    @Test
    void oneOrMoreSortsOfRequestsComeBeforeTheLoad() throws Exception {
        Experiment experiment = read(minimal("open: { rate: 1/s, for: 1s }") + """
                  b: { request: GET /b, before: { request: GET /hang?x=1, count: 60 } }
                  c: { request: GET /c, before: [{ request: GET /hang, count: 1 }, { request: POST /d, count: 2 }] }
                """);

        assertThat(experiment.variants())
                .extracting(Variant::before)
                .containsExactly(
                        List.of(),
                        List.of(new Variant.Preparation("GET", "/hang?x=1", 60)),
                        List.of(new Variant.Preparation("GET", "/hang", 1), new Variant.Preparation("POST", "/d", 2)));
    }

    @Test
    void variantsAreSelectedInTheOrderOfTheFile() throws Exception {
        Experiment experiment = read(minimal("open: { rate: 1/s, for: 1s }") + "  b: { request: GET /b }\n");

        assertThat(ExperimentFile.select(experiment, List.of("b", "a")))
                .extracting(Variant::name)
                .containsExactly("a", "b");
        assertThat(ExperimentFile.select(experiment, List.of())).hasSize(2);
    }

    private Experiment read(String yaml) throws Exception {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, yaml);
        return ExperimentFile.read(file);
    }

    private static String minimal(String load) {
        return """
                name: small
                services: { one: { jar: a.jar, port: 0 } }
                watch: one
                load: { %s }
                variants:
                  a: { request: GET / }
                """.formatted(load);
    }
}
