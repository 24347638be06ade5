package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network.Listener;
import dev.headroom.core.model.observation.Network.Outbound;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Hang;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.target.Certified;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Trouble;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Troubles that show in sockets and in threads that stand still, in JVMs that have them. */
@Tag("nightly")
class TroubleIT extends Started {

    private Process start(List<String> jvm, String... arguments) throws Exception {
        return started(Jvms.start(Trouble.class, Jvms.current(), jvm, arguments));
    }

    @Test
    void workersThatNeverComeBackAreNamedWithTheirCallAndLeftOutOfTheHoldingTime() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            start(probe.launchArguments(), "hang");
            Observation seen = AgentProbeIT.watch(probe, Duration.ofSeconds(9));

            assertThat(seen.hangs()).hasSize(1);
            Hang hang = seen.hangs().getFirst();
            assertThat(hang.pool()).isEqualTo("pool-1");
            assertThat(hang.workers()).isEqualTo(5);
            assertThat(hang.frame()).isEqualTo("dev.headroom.probe.target.Trouble.askTheSilent");
            assertThat(hang.atLeast()).isGreaterThanOrEqualTo(Duration.ofSeconds(8));
            assertThat(hang.bounded()).isFalse();
            if (isLinux()) {
                assertThat(hang.target()).startsWith("127.0.0.1:").doesNotEndWith(":0");
            }
            Station pool = AgentProbeIT.pool(seen, "pool-1");
            assertThat(pool.active()).isCloseTo(10, within(0.3));
            assertThat(pool.activities().get(Activity.AWAITING_DOWNSTREAM)).isCloseTo(5, within(0.3));
            double byClock = pool.holdingByClock().orElseThrow().value();
            assertThat(byClock).isGreaterThanOrEqualTo(0.098);
            assertThat(pool.holdingByCompletions().orElseThrow().value())
                    .as("twice as much, were the five that hang counted")
                    .isBetween(0.7 * byClock, 1.5 * byClock);
        }
    }

    @Test
    void connectionsThatNobodyAcceptsAreCountedAndThoseTurnedAway() throws Exception {
        assumeTrue(isLinux(), "reads /proc");
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process deaf = start(probe.launchArguments(), "deaf");
            int port = RunningJvms.of(deaf.pid()).orElseThrow().ports().getFirst();
            List<Socket> waiting = new ArrayList<>();
            try (Refused refused = new Refused(port)) {
                for (int i = 0; i < 3; i++) {
                    waiting.add(new Socket("127.0.0.1", port));
                }
                refused.start();
                Observation seen = AgentProbeIT.watch(probe, Duration.ofSeconds(3));
                Listener listener = seen.network().listeners().stream()
                        .filter(one -> one.port() == port)
                        .findFirst()
                        .orElseThrow();
                assertThat(listener.acceptQueueMax())
                        .as("a queue of 3 holds one more")
                        .isBetween(3, 4);
                assertThat(listener.acceptQueue()).isGreaterThan(2.5);
                assertThat(listener.backlog()).isIn(0, 3);
                assertThat(listener.overflows()).isPositive();
                assertThat(listener.established()).isZero();
            } finally {
                for (Socket socket : waiting) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void aHandshakePerCallIsToldFromConnectionsThatAreKept(@TempDir Path folder) throws Exception {
        assumeTrue(isLinux(), "reads /proc");
        try (Certified server = Certified.start(folder, 20)) {
            Observation kept = connections(server, "true");
            assertThat(outbound(kept).handshakes() / server.perSecond(kept.window()))
                    .isLessThan(0.2);
            assertThat(outbound(kept).opened() / server.perSecond(kept.window()))
                    .isLessThan(0.2);
            assertThat(outbound(kept).established())
                    .as("4 callers, and 5 that the JDK keeps idle")
                    .isBetween(3.5, 9.5);

            Observation churned = connections(server, "false");
            Outbound seen = outbound(churned);
            assertThat(seen.handshakes() / server.perSecond(churned.window())).isGreaterThan(0.5);
            assertThat(seen.opened()).isBetween(seen.handshakes(), 1.5 * seen.handshakes());
            assertThat(seen.handshakeTime()).isPositive().isLessThan(4 / seen.handshakes());
        }
    }

    private static Outbound outbound(Observation seen) {
        assertThat(seen.network().outbound())
                .as("the agent's own connection is none")
                .hasSize(1);
        return seen.network().outbound().getFirst();
    }

    private Observation connections(Certified server, String keepAlive) throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            List<String> jvm = new ArrayList<>(probe.launchArguments());
            jvm.addAll(server.trustArguments());
            jvm.add("-Dhttp.keepAlive=" + keepAlive);
            Process caller = start(jvm, "tls", Integer.toString(server.port()));
            // a connection that lasts for one call is there in some of many looks
            Observation seen = AgentProbeIT.watch(probe, Duration.ofSeconds(4), 30);
            caller.destroyForcibly().waitFor();
            assertThat(outbound(seen).target())
                    .isEqualTo(seen.calls().getFirst().target())
                    .isEqualTo("127.0.0.1:" + server.port());
            return seen;
        }
    }

    private static boolean isLinux() {
        return Files.exists(Path.of("/proc/self/net/tcp"));
    }

    /** Tries to connect, again and again, where there is no room. */
    private static final class Refused implements AutoCloseable {
        private final Thread thread;
        private volatile boolean done;

        Refused(int port) {
            thread = Thread.ofPlatform().daemon().unstarted(() -> {
                List<Socket> held = new ArrayList<>();
                while (!done) {
                    Socket socket = new Socket();
                    held.add(socket);
                    try {
                        socket.connect(new InetSocketAddress("127.0.0.1", port), 200);
                    } catch (SocketTimeoutException e) {
                        continue; // as it should be
                    } catch (IOException e) {
                        return;
                    }
                }
                held.forEach(TroubleIT::close);
            });
        }

        void start() {
            thread.start();
        }

        @Override
        public void close() throws InterruptedException {
            done = true;
            thread.join();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
