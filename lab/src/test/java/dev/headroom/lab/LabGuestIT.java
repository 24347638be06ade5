package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.service.Ports;
import dev.headroom.lab.service.Signals;
import dev.headroom.lab.service.TestService;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.EmbeddedEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services that ran before Headroom came, and run on after it. */
class LabGuestIT extends RealServices {

    private static final String SECRET = "zK4-unguessed-91";

    private final List<String> heard = new CopyOnWriteArrayList<>();

    private Process serve(String... options) throws Exception {
        int port = Ports.free();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                folder.resolve("service.jar").toString(),
                TestService.class.getName(),
                "--server.port=" + port,
                "--pause=20"));
        Process service = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("service.log").toFile())
                .start();
        try {
            while (!answers(port)) {
                assertThat(service.isAlive()).isTrue();
                Thread.sleep(20);
            }
            Files.writeString(folder.resolve("experiment.yaml"), """
                    name: lab
                    services: { shop: { url: "http://127.0.0.1:%d", pid: %d, ready: /ready } }
                    watch: shop
                    load: { open: { rate: 50/s, for: 500ms } }
                    variants:
                      one: { request: GET /a }
                      two: { request: GET /b, load: { closed: { users: 20, for: 60s } } }
                    """.formatted(port, service.pid()));
            return service;
        } catch (Exception e) {
            service.destroyForcibly();
            throw e;
        }
    }

    private static boolean answers(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        }
    }

    private Experiment written() throws Exception {
        return ExperimentFile.read(folder.resolve("experiment.yaml"));
    }

    private RunOptions only(String variant) {
        return new RunOptions(List.of(variant), true, out, Way.AGENT, "");
    }

    @Test
    void nobodyStartsOrStopsAServiceThatRunsAlready() throws Exception {
        Process service = serve();
        try {
            Run run = lab.run(written(), Options.withoutProof(only("one")), events::add)
                    .runs()
                    .getFirst();

            assertThat(run.failure()).isEmpty();
            assertThat(run.commandLine()).isEmpty();
            assertThat(run.observation().orElseThrow().jvm().pid()).isEqualTo(service.pid());
            assertThat(run.cpuSecondsByProcess()).containsOnlyKeys("shop", "headroom");
            assertThat(events)
                    .noneMatch(LabEvent.ServiceStarting.class::isInstance)
                    .anySatisfy(event -> assertThat(event)
                            .isInstanceOfSatisfying(
                                    LabEvent.ServiceFound.class,
                                    found -> assertThat(found.what()).contains("process " + service.pid())));
            assertThat(service.isAlive()).isTrue();
        } finally {
            service.destroyForcibly();
        }
    }

    @Tag("nightly")
    @Test
    void whatTheFirstChangeOfAClassCostsIsToldBeforeTheServiceIsWatched() throws Exception {
        Process service = serve("-XX:+UnlockExperimentalVMOptions", "-XX:-AlwaysRecordEvolDependencies");
        try {
            RunOptions one = Options.withoutProof(only("one"));
            lab.run(written(), one.with(new Guest(Way.AGENT, (found, seen, move, longest) -> false)), events::add);
            assertThat(told())
                    .singleElement()
                    .asString()
                    .startsWith("the first change of a class makes this JVM throw");

            events.clear();
            lab.run(written(), one.with(Guest.UNTOUCHED), events::add);
            assertThat(told()).as("dumps change nothing").isEmpty();
        } finally {
            service.destroyForcibly();
        }
    }

    private List<String> told() {
        return events.stream()
                .filter(LabEvent.Noted.class::isInstance)
                .map(event -> ((LabEvent.Noted) event).what())
                .toList();
    }

    @Test
    @Tag("nightly")
    void aServiceThatEndsMeanwhileIsToldAsThatAndSoIsOneThatIsGone() throws Exception {
        Process service = serve();
        try {
            Run ended = lab.run(written(), Options.withoutProof(only("two")), event -> {
                        if (event instanceof LabEvent.BaselineStarting) {
                            kill(service);
                        }
                    })
                    .runs()
                    .getFirst();
            assertThat(ended.failure().orElseThrow())
                    .contains("service shop (process " + service.pid()
                            + ") ended under load; Headroom has not stopped it");

            Assertions.assertThatThrownBy(() -> lab.run(written(), only("one"), events::add))
                    .isInstanceOf(InvalidExperimentException.class)
                    .hasMessageContaining(
                            "experiment.yaml:2:13: found service shop: there is no process " + service.pid());
        } finally {
            service.destroyForcibly();
        }
    }

    private static void kill(Process service) {
        try {
            service.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("nightly")
    void aServiceThatRanBeforeOutlivesCtrlC() throws Exception {
        Process service = serve();
        Process headroom = start(Signals.heard(headroom(folder.resolve("experiment.yaml"))));
        try (BufferedReader output = headroom.inputReader()) {
            assertThat(output.readLine()).isEqualTo("under load");
            Signals.send("INT", headroom);
            assertThat(headroom.waitFor(30, TimeUnit.SECONDS)).isTrue();

            assertThat(service.isAlive()).isTrue();
        } finally {
            headroom.destroyForcibly();
            service.destroyForcibly();
        }
    }

    /** By an agent that comes and goes: nothing is moved without a yes, and nothing else is asked of it than is said. */
    @Test
    @Tag("nightly")
    void aLimitIsMovedOnlyByConsentAndPutBack() throws Exception {
        Process service = serve();
        try {
            Lab real = new Lab(new EmbeddedEngine(), new AttachingProbes(), "test");
            boolean[] asked = {false};
            RunOptions refused = only("two").with(new Guest(Way.AGENT, (found, seen, move, longest) -> {
                asked[0] = true;
                return false;
            }));
            Run without = real.run(written(), refused, events::add).runs().getFirst();
            assertThat(without.failure()).isEmpty();
            assertThat(asked[0]).isTrue();
            assertThat(without.diagnosis().orElseThrow().moves()).isEmpty();

            RunOptions agreed = only("two").with(new Guest(Way.AGENT, (found, seen, move, longest) -> true));
            Run with = real.run(written(), agreed, events::add).runs().getFirst();
            assertThat(with.diagnosis().orElseThrow().moves()).isNotEmpty();
            assertThat(service.isAlive()).isTrue();
            List<String> log = Files.readAllLines(folder.resolve("service.log"));
            assertThat(log.stream().filter(line -> line.startsWith("headroom agent:")))
                    .isNotEmpty()
                    .last()
                    .asString()
                    .as("it is at home")
                    .containsAnyOf("from 8 to 4", "was put back by threads that take from its queue to 4");
        } finally {
            service.destroyForcibly();
        }
    }

    /** Of what is behind a URL nothing is seen but answers. Its secrets are sent, and are in no file of the results. */
    @Test
    void behindAUrlOnlyTheLoadIsKnownAndWhatIsSecretStaysSo() throws Exception {
        Run works = behindUrl("works");

        assertThat(works.failure()).isEmpty();
        assertThat(works.result().orElseThrow().succeeded()).isPositive();
        Diagnosis found = works.diagnosis().orElseThrow();
        if (found.verdict() != Verdict.GENERATOR_IS_THE_LIMIT) { // so it is where the machine stands still for a moment
            assertThat(found.verdict()).isEqualTo(Verdict.UNKNOWN);
            assertThat(found.summary())
                    .startsWith("What binds is unknown: no JVM was watched, only the load and its response times.");
        }
        assertThat(works.observation().orElseThrow().notes())
                .singleElement()
                .asString()
                .startsWith("Threads, pools, connections, processor and memory of shop were not seen: ");
        assertThat(heard).contains("key=" + SECRET + " Bearer " + SECRET + " 2000000");
        assertThat(events.toString()).doesNotContain(SECRET).contains("${env.SHOP_KEY}");
        try (Stream<Path> files = Files.walk(out)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertThat(all)
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(file -> assertThat(file).content().doesNotContain(SECRET));
        }
        assertThat(out.resolve("lab/latest/works/run.json")).content().contains("Bearer ${env.SHOP_KEY}");
    }

    @Test
    @Tag("nightly")
    void aLoadThatFailsIsGivenUpAndWhatWasMeasuredIsKept() throws Exception {
        Run fails = behindUrl("fails");

        assertThat(fails.failure().orElseThrow())
                .startsWith("the load was given up: of the ")
                .contains("100 % failed");
        assertThat(fails.result().orElseThrow().failed()).isPositive();
        assertThat(fails.diagnosis().orElseThrow().verdict()).isEqualTo(Verdict.ALL_REQUESTS_FAIL);
    }

    private Run behindUrl(String variant) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(workers);
            server.createContext("/", exchange -> {
                byte[] body = exchange.getRequestBody().readAllBytes();
                heard.add(exchange.getRequestURI().getQuery() + " "
                        + exchange.getRequestHeaders().getFirst("Authorization") + " " + body.length);
                // a service of less would share a busy machine with a generator that is late by as much
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                byte[] answer = ("no such thing as " + SECRET).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(
                        exchange.getRequestURI().getPath().equals("/fail") ? 500 : 200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            server.start();
            Files.writeString(folder.resolve("body.txt"), "x".repeat(2_000_000));
            return new Lab(new EmbeddedEngine(), new BlindWatching(), "test")
                    .run(
                            ExperimentFile.read(
                                    Files.writeString(folder.resolve("experiment.yaml"), """
                    name: lab
                    services: { shop: { url: "http://127.0.0.1:%d" } }
                    watch: shop
                    load: { closed: { users: 2, for: 1s }, warm-up: { users: 1, for: 100ms } }
                    variants:
                      works:
                        request: POST /a?key=${env.SHOP_KEY}
                        headers: { Authorization: "Bearer ${env.SHOP_KEY}" }
                        body-file: body.txt
                      fails:
                        request: GET /fail?key=${env.SHOP_KEY}
                        load: { closed: { users: 2, think: 5ms, for: 60s }, abort: { errors: 50%%, within: 1s } }
                    """.formatted(
                                                    server.getAddress().getPort())),
                                    Map.of("SHOP_KEY", SECRET)),
                            Options.withoutProof(only(variant)),
                            events::add)
                    .runs()
                    .getFirst();
        } finally {
            server.stop(0);
        }
    }
}
