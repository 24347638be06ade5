package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.sockets.SockDiag;
import dev.headroom.probe.os.sockets.SocketWatch;
import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpCounters.Turn;
import dev.headroom.probe.os.sockets.TcpRow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks at the connections that a process opened, ten a second. */
class CallWatchTest {

    private static final String END = "0100007F:1538";
    private static final Window WINDOW = new Window(Instant.EPOCH, Duration.ofSeconds(10));

    private final CallWatch watch = new CallWatch(Map::of);
    private int look;

    private static TcpCounters connection(int cookie, long out, long in, long sent, long received, long ack) {
        return Connections.established(new byte[TcpCounters.ID], cookie, 0, sent, received, ack, in, out);
    }

    /** Asked so long ago, after the answer to what it was asked before. */
    private static TcpCounters calling(int cookie, long calls) {
        return connection(cookie, calls, calls - 1, 20, 25, 20);
    }

    private static TcpCounters answered(int cookie, long calls) {
        return connection(cookie, calls, calls, 60, 20, 20);
    }

    private static TcpCounters unread(int cookie, long calls) {
        return Connections.counters(
                (byte) 2, new byte[TcpCounters.ID], cookie, TcpRow.ESTABLISHED, 0, 120, 0, 0, 60, 20, 20, calls, calls);
    }

    /** Within one tick of the kernel's clock. */
    private static TcpCounters sameTick(int cookie, long out, long in) {
        return connection(cookie, out, in, 20, 20, 20);
    }

    private void look(TcpCounters... now) {
        watch.look(END, 0.1 * look++, List.of(now));
    }

    private Optional<InUse> inUse() {
        return watch.inUse(END, WINDOW);
    }

    @Test
    void aCallIsInFlightWhereDataWentOutAfterDataCameIn() {
        assertThat(calling(1, 5).call()).isEqualTo(Turn.IN_FLIGHT);
        assertThat(answered(1, 5).call()).isEqualTo(Turn.IDLE);
        assertThat(sameTick(1, 5, 5).call()).isEqualTo(Turn.SAME_TICK);
        assertThat(connection(1, 5, 4, 20, 20, 4).call())
                .as("what went out was acknowledged after the answer")
                .isEqualTo(Turn.IN_FLIGHT);
        assertThat(connection(1, 0, 0, 20, 20, 20).call()).as("just opened").isEqualTo(Turn.IDLE);
        assertThat(connection(1, 1, 0, 20, 30, 20).call()).as("its first").isEqualTo(Turn.IN_FLIGHT);
    }

    @Test
    void theyAreBusyWhereEachHasACall() {
        for (int i = 1; i <= 10; i++) {
            look(calling(1, i), i % 5 == 0 ? answered(2, i) : calling(2, i));
        }

        assertThat(inUse()).hasValueSatisfying(use -> {
            assertThat(use.connections()).isEqualTo(2);
            assertThat(use.looks()).isEqualTo(10);
            assertThat(use.busy()).isEqualTo(1.8);
            assertThat(use.full()).isEqualTo(0.8);
            assertThat(use.sent()).as("one a look on each").isCloseTo(20, within(1e-6));
        });
    }

    @Test
    void anAnswerThatLiesThereKeepsItsConnectionBusyAndIsCounted() {
        for (int i = 1; i <= 10; i++) {
            look(calling(1, i), unread(2, i));
        }

        assertThat(inUse()).hasValueSatisfying(use -> {
            assertThat(use.busy()).isEqualTo(2);
            assertThat(use.unread()).isEqualTo(1);
            assertThat(use.unanswered()).isEqualTo(1);
        });
    }

    /** Each answer has three segments. */
    @Test
    void withinOneTickTheSegmentsTellWhetherTheLastCallIsAnswered() {
        look(connection(1, 100, 297, 20, 25, 20), connection(2, 100, 297, 20, 25, 20));
        look(connection(1, 110, 327, 20, 25, 20), connection(2, 110, 327, 20, 25, 20));
        look(sameTick(1, 120, 357), sameTick(2, 120, 360));

        assertThat(inUse()).hasValueSatisfying(use -> assertThat(use.busy()).isCloseTo(5 / 3.0, within(1e-9)));
    }

    /** As of a client that sends events, which nobody acknowledges. */
    @Test
    void whereNothingIsAnsweredNothingIsCalled() {
        for (int i = 1; i <= 10; i++) {
            look(calling(1, i), connection(2, i, 0, 20, 2_000, 20));
        }
        assertThat(inUse()).hasValueSatisfying(use -> {
            assertThat(use.busy())
                    .as("the second has its first call at two looks")
                    .isCloseTo(1.2, within(1e-9));
            assertThat(use.received()).isCloseTo(10, within(1e-6));
        });
    }

    @Test
    void whereNoneWasSurelyInFlightNoneIs() {
        for (int i = 1; i <= 10; i++) {
            look(sameTick(1, 10 * i, 10 * i - 1));
        }
        assertThat(inUse()).hasValueSatisfying(use -> assertThat(use.busy()).isZero());
    }

    @Test
    void whereTheirNumberChangesTheyAreCountedButNeverAllOfThem() {
        look(calling(1, 1), calling(2, 1));
        look(calling(1, 2), calling(2, 2), calling(3, 1));
        assertThat(inUse()).hasValueSatisfying(use -> {
            assertThat(use.busy()).isCloseTo(2.5, within(1e-9));
            assertThat(use.full()).isZero();
        });
        assertThat(watch.inUse("0100007F:0000", WINDOW)).isEmpty();
    }

    /** As a client of mail does after so many messages. */
    @Test
    void oneThatIsOpenedAnewNowAndThenIsOneOfTheSameNumber() {
        for (int i = 1; i <= 11; i++) {
            look(calling(1, i), calling(2, i));
        }
        look(calling(1, 12));
        for (int i = 1; i <= 8; i++) {
            look(calling(1, 12 + i), calling(3, i));
        }
        assertThat(inUse()).hasValueSatisfying(use -> {
            assertThat(use.connections()).isEqualTo(2);
            assertThat(use.busy()).isCloseTo(1.95, within(1e-9));
            assertThat(use.full()).isCloseTo(0.95, within(1e-9));
        });
    }

    /** Mean number of connections with a call in flight at one more look at them. */
    private static double busy(SocketWatch sockets, CallWatch calls, SockDiag diag, String end) throws IOException {
        Instant now = Instant.now();
        sockets.look(ProcessHandle.current().pid());
        calls.look(diag, Times.seconds(now));
        return calls.inUse(end, new Window(now, Duration.ofMillis(1)))
                .map(InUse::busy)
                .orElse(Double.NaN);
    }

    @Test
    @Timeout(60)
    void theKernelTellsOfCallsOnConnectionsOfThisProcess() throws Exception {
        Optional<SockDiag> kernel = SockDiag.open();
        assumeTrue(kernel.isPresent(), "Linux with netlink only");
        SocketWatch sockets = new SocketWatch();
        CallWatch calls = new CallWatch(sockets::called);
        try (SockDiag diag = kernel.get();
                ServerSocket server = new ServerSocket(0, 2, InetAddress.getByName("127.0.0.1"));
                Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept();
                Socket other = new Socket(server.getInetAddress(), server.getLocalPort())) {
            sockets.look(ProcessHandle.current().pid());
            String end = sockets.called().entrySet().stream()
                    .filter(ends -> ends.getValue().contains(other.getLocalPort()))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
            calls.look(diag, Times.seconds(Instant.now()));
            assertThat(busy(sockets, calls, diag, end)).isZero();
            for (int call = 0; call < 3; call++) {
                one.getOutputStream().write(1);
                assertThat(accepted.getInputStream().read()).isEqualTo(1);
                while (busy(sockets, calls, diag, end) != 1) {
                    Thread.onSpinWait();
                }
                accepted.getOutputStream().write(2);
                assertThat(one.getInputStream().read()).isEqualTo(2);
                while (busy(sockets, calls, diag, end) != 0) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
