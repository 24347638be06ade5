package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Loop;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.users.Audience;
import dev.headroom.load.users.Population;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class GeneratorIT {

    private static final int ANY = Integer.MAX_VALUE;

    private TestService service;

    @BeforeEach
    void startService() throws Exception {
        service = new TestService();
    }

    @AfterEach
    void stopService() {
        service.close();
    }

    @Test
    void aRateThatNoGeneratorReachesIsItsOwnLimit() throws Exception {
        // no one listens: each request fails at once, so that only the generator's own work remains
        URI nobody;
        try (ServerSocket closedAtOnce = new ServerSocket(0)) {
            nobody = URI.create("http://127.0.0.1:" + closedAtOnce.getLocalPort() + "/");
        }
        LoadResult result = Loads.run(Request.get(nobody), Loads.open(3_000_000, 500));

        assertThat(result.requests()).isEqualTo(1_500_000);
        assertThat(result.errors().get(ErrorKind.GENERATOR))
                .as("arrivals that it never got to")
                .isPositive();
        assertThat(result.generator().binding()).isTrue();
    }

    @Test
    void aSlowServiceIsNotTheGeneratorsFault() throws Exception {
        LoadResult result = Loads.run(service.get("/delay/1500"), Loads.open(100, 1000));

        assertThat(result.succeeded()).isEqualTo(100);
        LoadResult.Generator generator = result.generator();
        assertThat(generator.binding())
                .as("but where others have the processors it is late itself: %s", generator)
                .isEqualTo(generator.lagP99().compareTo(Duration.ofMillis(100)) > 0
                        || generator.readLagP99().compareTo(Duration.ofMillis(1500 / 4)) > 0);
    }

    @Test
    void aGeneratorThatStallsSaysSoAndItsStallIsNotTheServices() throws Exception {
        LoadResult result = stalled(Loads.open(200, 1000), "/", ANY);

        assertThat(result.requests()).isEqualTo(200);
        assertThat(result.latency().p95()).as("from the intended start").isGreaterThan(Duration.ofMillis(400));
        assertThat(result.latency().mean().minus(result.serviceLatency().mean()))
                .as(
                        "half of the requests were due in the stall, and sent after it: 0.125 s of each on average, whatever the service took")
                .isGreaterThan(Duration.ofMillis(60));
        assertThat(result.generator().lagMax()).isGreaterThan(Duration.ofMillis(400));
        assertThat(result.generator().binding()).isTrue();
    }

    @Test
    void aClosedLoadTellsHowLateItSentApartFromHowLateItRead() throws Exception {
        LoadResult result = stalled(
                Loads.closed(10, new Until.Elapsed(Duration.ofMillis(1000)), Loads.KEEP_ALIVE), "/delay/20", ANY);

        assertThat(result.generator().lagP99())
                .as("each sent at once what it read")
                .isLessThan(result.generator().readLagP99());
        assertThat(result.generator().readLagP99())
                .as("of some 260 answers 10, one for each user, waited until the stall was over")
                .isGreaterThan(Duration.ofMillis(300));
        assertThat(result.lateInP99()).isPresent();
        assertThat(result.generator().binding()).isTrue();
    }

    @Test
    void aThinkingUserWhoIsSentOutLateIsToldOf() throws Exception {
        Load.Closed load = new Load.Closed(
                10,
                Duration.ZERO,
                Duration.ofMillis(50),
                new Until.Iterations(20), // whenever it stalls, there are some to be sent afterwards
                Loads.KEEP_ALIVE,
                Optional.empty());

        assertThat(stalled(load, "/", load.users() / 2).generator().lagP99()).isGreaterThan(Duration.ofMillis(300));
    }

    /**
     * The generator does nothing for half a second.
     *
     * @param unanswered how many requests are, at the most, when it begins: whose answer comes meanwhile is read late, not sent late
     */
    private LoadResult stalled(Load load, String path, int unanswered) throws Exception {
        Loop loop = Loop.open();
        Mix mix = Mix.of(service.get(path));
        Client client = new Client(loop, mix, load.transport());
        EmbeddedLoad running = new EmbeddedLoad(
                "test", loop, client, new Audience(mix, load, new Population(mix.visitors())), load, true);
        running.counted().thenRun(() -> stall(running, loop, unanswered));
        running.start();
        return running.result().get(30, TimeUnit.SECONDS);
    }

    /** After ten requests, while the load goes on, however late this test's own thread is. */
    private static void stall(EmbeddedLoad running, Loop loop, int unanswered) {
        loop.at(System.nanoTime() + 1_000_000, () -> {
            Counts counts = running.counts();
            if (counts.due() > 10 && counts.due() - counts.ended() <= unanswered) {
                sleep(500);
            } else {
                stall(running, loop, unanswered);
            }
        });
    }

    @Test
    void itCountsItsProcessorTimeOfTheCountedLoad() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(5, 200, Loads.KEEP_ALIVE));

        assertThat(result.generator().cpu()).isPositive().isLessThanOrEqualTo(result.elapsed());
        assertThat(result.generator().engine()).startsWith("embedded (Netty 4.");
    }

    @Test
    void withoutEpollTheSameLoadIsPutByNio() throws Exception {
        Loop loop = Loop.openNio();
        Load load = Loads.open(200, 500);
        EmbeddedLoad running = new EmbeddedLoad(
                "test",
                loop,
                new Client(loop, Mix.of(service.get("/")), load.transport()),
                new Audience(Mix.of(service.get("/")), load, new Population(Mix.Visitors.PLAIN)),
                load,
                true);
        running.start();

        assertThat(running.result().get(30, TimeUnit.SECONDS).succeeded()).isEqualTo(100);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
