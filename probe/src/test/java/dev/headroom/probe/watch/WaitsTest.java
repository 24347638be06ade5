package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.recording.TimedWait;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitsTest {

    private static final Stack READS = Stacks.of(
            Thread.State.RUNNABLE,
            "sun.nio.ch.SocketDispatcher.read0",
            "sun.nio.ch.NioSocketImpl.tryRead",
            "sun.nio.ch.NioSocketImpl.implRead",
            "java.net.Socket$SocketInputStream.read",
            "com.example.Server.serve",
            "java.util.concurrent.ThreadPoolExecutor.runWorker",
            "java.lang.Thread.run");

    private static final Stack READS_CHANNEL = Stacks.of(
            Thread.State.RUNNABLE,
            "sun.nio.ch.SocketDispatcher.read0",
            "sun.nio.ch.SocketChannelImpl.read",
            "com.example.Client.call",
            "java.util.concurrent.ThreadPoolExecutor.runWorker",
            "java.lang.Thread.run");

    private static List<Wait> waits(Stack stack, Map<String, Double> peers) {
        return waits(Map.of("pool-1", Map.of(stack, 3.0)), Map.of(), peers).of("pool-1");
    }

    private static Waits waits(
            Map<String, Map<Stack, Double>> all, Map<String, List<TimedWait>> timed, Map<String, Double> peers) {
        Waiters waiters =
                new Waiters(List.of(), new Window(Instant.EPOCH, Duration.ofSeconds(2)), Set.of(), SleepLines.NONE);
        return new Waits(
                all, Waits.readBy(timed), peers, target -> false, waiters, StationIds.of(List.of(), all, waiters));
    }

    @Test
    void whoReadsASocketOfAProcessThatOpenedNoneReadsItsClients() {
        assertThat(waits(READS, Map.of(Peers.CLIENTS, 1.0))).singleElement().satisfies(wait -> {
            assertThat(wait.target()).isEqualTo(Peers.CLIENTS);
            assertThat(wait.workers()).isEqualTo(3);
        });
        assertThat(waits(READS, Map.of("10.0.0.1:5432", 2.0)))
                .extracting(Wait::target)
                .containsExactly("10.0.0.1:5432");
    }

    @Test
    void aChannelMayBeTheSocketOfAFile() {
        assertThat(waits(READS_CHANNEL, Map.of(Peers.CLIENTS, 1.0)))
                .extracting(Wait::target)
                .containsExactly("downstream");
    }

    /** A client of which no read is timed has what no reader has: of a server in the same JVM the callers read, and its workers wait for another process. */
    @Test
    void connectionsThatOthersReadAreNotThoseOfAClientWhoseReadsNobodyTimes() {
        Map<String, Map<Stack, Double>> all =
                Map.of("tomcat", Map.of(READS_CHANNEL, 39.9), "pool-1", Map.of(READS, 5.0));
        List<TimedWait> reads = List.of(new TimedWait(0, 1, 1, false, "127.0.0.1:37325"));
        assertThat(waits(all, Map.of("tomcat", reads), Map.of("127.0.0.1:37325", 40.0, "127.0.0.1:59101", 5.0))
                        .of("pool-1"))
                .singleElement()
                .satisfies(wait -> {
                    assertThat(wait.target()).isEqualTo("127.0.0.1:59101");
                    assertThat(wait.workers()).isEqualTo(5);
                });
    }

    @Test
    void whoCallsManyOnceInAWhileCallsThemAll() {
        Map<String, Double> peers = new HashMap<>(Map.of("10.0.0.1:5432", 10.0));
        for (int i = 0; i < 40; i++) {
            peers.put("10.0.1." + i + ":443", 0.2);
        }
        assertThat(waits(READS_CHANNEL, peers)).hasSize(41);
    }
}
