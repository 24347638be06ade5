package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.k6.MergedLoad.Facts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several children with parts of one load; in place of k6 {@link FakeK6}, since k6 itself is not run here. */
class ShardsIT {

    private static final Mix MIX = Mix.of(ScriptLoads.request("GET", "/basket/1", ""));
    private static final Load OPEN =
            new Load.Open(Rate.perSecond(40), Duration.ofSeconds(1), Transport.DEFAULT, Optional.empty());

    @TempDir
    private Path folder;

    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger status = new AtomicInteger(200);
    private final AtomicInteger pause = new AtomicInteger();
    private HttpServer service;

    @BeforeEach
    void serve() throws IOException {
        service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
        service.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        service.createContext("/basket/1", exchange -> {
            answered.incrementAndGet();
            LockSupport.parkNanos(1_000_000L * pause.get());
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void partsSendTogetherWhatOneWouldHaveSent() throws Exception {
        sendTogether(OPEN, 2, 40);
    }

    /** The same load by our own engine, and by the script that is written of it. */
    @ParameterizedTest
    @Tag("nightly")
    @ValueSource(ints = {200, 503})
    void aScriptBringsBackWhatOurOwnEngineDoes(int answer) throws Exception {
        status.set(answer);
        pause.set(30);
        LoadResult own;
        try (RunningLoad running =
                new EmbeddedEngine().start(Mix.of(Request.get(URI.create(address() + "/basket/1"))), OPEN)) {
            own = running.result().get(30, TimeUnit.SECONDS);
        }
        answered.set(0);
        MergedLoad merged = run(OPEN, 1, "");
        LoadResult script = merged.result();

        assertThat(merged.voids()).isEmpty();
        assertThat(script.requests()).isEqualTo(own.requests()).isEqualTo(40);
        assertThat(script.succeeded()).isEqualTo(own.succeeded());
        assertThat(script.errors()).isEqualTo(own.errors());
        if (answer == 200) {
            assertThat(List.of(script.latency().min(), own.latency().min()))
                    .allSatisfy(least -> assertThat(least).isGreaterThanOrEqualTo(Duration.ofMillis(30)));
        }
    }

    @Test
    @Tag("nightly")
    void fourPartsSendForLongWhatOneWouldHaveSent() throws Exception {
        sendTogether(
                new Load.Open(Rate.perSecond(50), Duration.ofSeconds(20), Transport.DEFAULT, Optional.empty()),
                4,
                1000);
    }

    private void sendTogether(Load load, int count, int requests) throws Exception {
        MergedLoad whole = run(load, 1, "");
        assertThat(answered.getAndSet(0)).isEqualTo(requests);
        MergedLoad parts = run(load, count, "");
        assertThat(answered).hasValue(requests);
        assertThat(parts.voids())
                .as("but that one began late, which is the machine's doing")
                .allMatch(why -> why.contains("is late: it began") || why.contains("ended early"));
        assertThat(parts.result().requests())
                .isEqualTo(whole.result().requests())
                .isEqualTo(requests);
        assertThat(parts.shards())
                .hasSize(count)
                .allSatisfy(one -> assertThat(one.iterations()).isEqualTo(requests / count));
        assertThat(parts.result().generator().cpu()).isPositive();
    }

    @Test
    @Tag("nightly")
    void aPartThatIsKilledMakesTheSumVoid() throws Exception {
        assertThat(run(OPEN, 2, "FAKE_KILL=2:300").voids())
                .anySatisfy(why -> assertThat(why).contains("shard 2: it was killed by signal 9"))
                .anySatisfy(why -> assertThat(why).contains("shard-2.csv is lost"));
    }

    @Test
    @Tag("nightly")
    void partsOfUsersHaveTheIterationsOfTheirUsers() throws Exception {
        Load.Closed load = ScriptLoads.closed(3, Duration.ZERO, ThinkTime.NONE, new Until.Iterations(5));
        MergedLoad parts = run(load, 2, "FAKE_SLOW=2:40");
        assertThat(parts.voids()).isEmpty();
        assertThat(parts.shards()).extracting(ShardFile.Seen::iterations).containsExactly(10L, 5L);
        assertThat(parts.result().latency().max()).isGreaterThan(Duration.ofMillis(39));
    }

    private String program(String name, String script) throws IOException {
        Path program = Files.writeString(folder.resolve(name), script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program.toString();
    }

    @Test
    void anInvalidCallIsToldInWords() throws Exception {
        String program = program("broken", "#!/bin/sh\necho 'no such option'; exit 104\n");
        try (Shards shards = Shards.start(program, source(folder, Map.of()), folder, address(), 2)) {
            assertThatThrownBy(() -> shards.awaitReady(Duration.ofSeconds(20), ready -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("shard 1: the options of the script are not valid")
                    .hasMessageContaining("no such option");
        }
    }

    /** Between its choice and its use, a port may be taken by another program. */
    @Test
    void oneWhosePortWasTakenIsStartedAgainAndSendsItsPart() throws Exception {
        URI target = address();
        K6Script script = ScriptWriter.write(MIX, OPEN);
        Files.writeString(folder.resolve(K6Script.NAME), script.text());
        String program = program(
                "late",
                "#!/bin/sh\nmkdir \"%s\" 2> /dev/null && exit 106\nexec \"%s\" \"$@\"\n"
                        .formatted(folder.resolve("taken"), FakeK6.program(folder, "")));
        try (Shards shards = Shards.start(program, source(folder, script.environment()), folder, target, 2)) {
            shards.awaitReady(Duration.ofSeconds(30), ready -> {});
            shards.begin();
            while (shards.run()) {
                Thread.sleep(10);
            }
            assertThat(shards.troubles()).isEmpty();
        }
        assertThat(folder.resolve("taken")).exists();
        assertThat(answered).hasValue(40);
    }

    @Test
    void onePortAfterTheOtherIsNotTriedForEver() throws Exception {
        String program = program("unlucky", "#!/bin/sh\nexit 106\n");
        try (Shards shards = Shards.start(program, source(folder, Map.of()), folder, address(), 2)) {
            assertThatThrownBy(() -> shards.awaitReady(Duration.ofSeconds(60), ready -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("shard 1: its REST API could not listen");
        }
    }

    @Test
    void oneThatIsNeverReadyIsNotWaitedForForEverAndHowManyAreIsTold() throws Exception {
        String program = program("slow", "#!/bin/sh\necho 'logging users in'; exec sleep 600\n");
        List<Integer> ready = new ArrayList<>();
        try (Shards shards = Shards.start(program, source(folder, Map.of()), folder, address(), 2)) {
            while (!Files.readString(folder.resolve("shard-1.log")).contains("logging users in")) {
                Thread.sleep(10);
            }
            assertThatThrownBy(() -> shards.awaitReady(Duration.ofSeconds(1), ready::add))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("shard 1 was not ready within")
                    .hasMessageContaining("logging users in");
        }
        assertThat(ready).isNotEmpty().containsOnly(0);
        assertThat(ProcessHandle.current().descendants())
                .noneMatch(one -> one.info().command().filter("sleep"::endsWith).isPresent());
    }

    private MergedLoad run(Load load, int count, String control) throws Exception {
        Path own = Files.createTempDirectory(folder, "shards");
        K6Script script = ScriptWriter.write(MIX, load);
        Files.writeString(own.resolve(K6Script.NAME), script.text());
        String program = FakeK6.program(own, control).toString();
        try (Shards shards = Shards.start(program, source(own, script.environment()), own, address(), count)) {
            shards.awaitReady(Duration.ofSeconds(30), ready -> {});
            assertThat(answered).as("before they are told to begin").hasValue(0);
            assertThat(shards.begin()).isGreaterThanOrEqualTo(Duration.ZERO);
            while (shards.run()) {
                Thread.sleep(10);
            }
            List<Path> files = IntStream.rangeClosed(1, count)
                    .mapToObj(index -> Shards.csv(own, index))
                    .toList();
            return MergedLoad.of(
                    files,
                    new Facts(
                            "k6",
                            count,
                            script.iterations(),
                            Duration.ZERO,
                            true,
                            shards.cpu(),
                            shards.troubles(),
                            Map.of()));
        }
    }

    private static K6Source source(Path own, Map<String, String> environment) {
        return new K6Source(K6Script.NAME, own, "", environment);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + service.getAddress().getPort());
    }
}
