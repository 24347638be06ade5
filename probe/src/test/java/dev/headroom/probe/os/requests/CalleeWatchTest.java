package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Network.Callee;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.sockets.SockDiag;
import dev.headroom.probe.os.sockets.SocketWatch;
import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpRow;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks at the other end of connections. */
class CalleeWatchTest {

    private static final String END = "0100007F:1538";
    private static final Window WINDOW = new Window(Instant.EPOCH, Duration.ofSeconds(10));

    private final CalleeWatch watch = new CalleeWatch();

    @Test
    void itsCapacityIsWhatItServesInMostLooksAtWhichOthersLieUnread() {
        int[] served = {5, 5, 4, 5, 5, 3};
        int[] unread = {7, 8, 8, 7, 0, 0};
        for (int look = 0; look < served.length; look++) {
            watch.look(END, look, served[look], unread[look]);
        }
        watch.look(END, 11, 9, 9);

        assertThat(watch.callee(END, WINDOW)).hasValueSatisfying(callee -> {
            assertThat(callee.looks()).isEqualTo(6);
            assertThat(callee.unread()).isEqualTo(5);
            assertThat(callee.queued()).isCloseTo(4 / 6.0, within(1e-9));
            assertThat(callee.served()).isEqualTo(5);
            assertThat(callee.same()).isEqualTo(0.5);
        });
        assertThat(watch.callee("0100007F:0000", WINDOW)).isEmpty();
    }

    /** Each asked anew within the tick of the kernel's clock in which it was answered. */
    @Test
    void whetherItIsAnsweredIsKnownAtTheOtherEndWhereOneTickHadBoth() {
        List<TcpCounters> all = List.of(connection(1, 7, 0), connection(2, 7, 0), connection(3, 7, 9));
        watch.look(END, 1, all, Set.of(41, 43));
        watch.look(END, 2, all, Set.of(41, 43));

        assertThat(watch.callee(END, WINDOW)).hasValueSatisfying(callee -> {
            assertThat(callee.unread()).isEqualTo(1);
            assertThat(callee.served()).as("the first").isEqualTo(1);
        });
    }

    private static TcpCounters connection(int cookie, long out, long unread) {
        byte[] id = Connections.id(0, 40 + cookie);
        return Connections.counters((byte) 2, id, cookie, TcpRow.ESTABLISHED, 0, unread, 0, 0, 20, 20, 20, out, out);
    }

    /** Of five calls two are read, of which one is answered; a third connection was not even accepted. */
    @Test
    @Timeout(60)
    void theKernelTellsWhatIsReadAtTheOtherEnd() throws Exception {
        Optional<SockDiag> kernel = SockDiag.open();
        assumeTrue(kernel.isPresent(), "Linux with netlink only");
        List<Socket> clients = new ArrayList<>();
        List<Socket> accepted = new ArrayList<>();
        try (SockDiag diag = kernel.get();
                ServerSocket server = new ServerSocket(0, 9, InetAddress.getByName("127.0.0.1"))) {
            for (int i = 0; i < 5; i++) {
                clients.add(new Socket(server.getInetAddress(), server.getLocalPort()));
                if (i < 4) {
                    accepted.add(server.accept());
                }
                clients.get(i).getOutputStream().write(1);
            }
            accepted.get(0).getInputStream().read();
            accepted.get(1).getInputStream().read();
            accepted.get(1).getOutputStream().write(2);
            clients.get(1).getInputStream().read();

            Callee seen = look(diag, server.getLocalPort());
            while (seen.served() != 1 || seen.unread() != 3) {
                Thread.onSpinWait();
                seen = look(diag, server.getLocalPort());
            }
            assertThat(seen.queued()).isEqualTo(1);
        } finally {
            for (Socket one : clients) {
                one.close();
            }
            for (Socket one : accepted) {
                one.close();
            }
        }
    }

    private static Callee look(SockDiag diag, int port) throws Exception {
        SocketWatch sockets = new SocketWatch();
        sockets.look(ProcessHandle.current().pid());
        String end = sockets.called().keySet().stream()
                .filter(one -> one.endsWith("%04X".formatted(port)))
                .findFirst()
                .orElseThrow();
        CalleeWatch watch = new CalleeWatch();
        Instant now = Instant.now();
        watch.look(diag, Times.seconds(now), Map.of(end, sockets.called().get(end)), Map.of());
        return watch.callee(end, new Window(now, Duration.ofMillis(1))).orElseThrow();
    }
}
