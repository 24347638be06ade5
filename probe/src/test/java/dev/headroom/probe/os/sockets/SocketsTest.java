package dev.headroom.probe.os.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.Counters;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SocketsTest {

    /** As the kernel prints them: port 8080 (1F90) with a queue of 3, two accepted connections, one of them unread. */
    private static final List<String> PRINTED = List.of(
            "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000003 00:00000000 00000000     0        0 101 1 0000 100 0 0 10 0",
            "   1: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 102 1 0000 20 4 30 10 -1",
            "   2: 0100007F:1F90 0100007F:C002 01 00000000:0000004E 00:00000000 00000000     0        0 103 1 0000 20 4 30 10 -1",
            "   3: 0100007F:1F90 0100007F:C003 01 00000000:0000004E 00:00000000 00000000     0        0 0 1 0000 20 4 30 10 -1",
            "   4: 0000000000000000FFFF00000100007F:C010 0000000000000000FFFF00000100007F:1F9A 01 00000000:00000000 00:00000000 00000000     0        0 104 1 0000 20 4 30 10 -1",
            "   5: 0100007F:1F9A 0100007F:C010 01 00000000:00000000 00:00000000 00000000     0        0 900 1 0000 20 4 30 10 -1",
            "   6: 0100007F:C011 0100007F:1F9A 06 00000000:00000000 03:00001770 00000000     0        0 0 3 0000",
            "   7: 0100007F:C004 0100007F:1F90 06 00000000:00000000 03:00001770 00000000     0        0 0 3 0000");

    @Test
    void theKernelsTableIsReadAsPortsConnectionsAndWhatIsLeftOfClosedOnes() {
        Sockets sockets = sockets(PRINTED, "101", "102", "103", "104");
        assertThat(sockets.ports()).containsOnlyKeys(8080);
        assertThat(sockets.ports().get(8080)).isEqualTo(new Sockets.Port(3, 2, 1));
        assertThat(sockets.outbound()).hasSize(1);
        assertThat(sockets.outbound().getFirst().remote()).isEqualTo("0100007F:1F9A");
        assertThat(sockets.inbound()).hasSize(2);
        assertThat(sockets.left()).as("not those of our own clients").hasSize(1);
        assertThat(sockets.left().getFirst().timer()).isEqualTo(6000);
    }

    @Test
    void theKernelsHexadecimalAddressIsRead() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "these are the words of a little-endian kernel");
        assertThat(TcpRow.shown("0100007F:1F9A")).isEqualTo("127.0.0.1:8090");
        assertThat(TcpRow.shown("00000000000000000000000001000000:1F9A")).isEqualTo("[::1]:8090");
    }

    @Test
    void requestsThatAProcessSendsItselfArePartOfThoseThatOthersSend() {
        List<String> inner = Stream.concat(
                        PRINTED.stream(),
                        Stream.of(
                                "   8: 0100007F:1F9A 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 105 1 0000 100 0 0 10 0"))
                .toList();
        SocketWatch watch = new SocketWatch();
        watch.look(1, sockets(inner, "101", "102", "103", "104", "105", "900"), OptionalDouble.empty());
        assertThat(watch.itself()).containsExactly(0xC010);
        assertThat(watch.calledByOthers()).containsExactly(8080);
        watch.look(2, sockets(inner, "104", "105", "900"), OptionalDouble.empty());
        assertThat(watch.itself()).as("all that there are").isEmpty();
        assertThat(watch.calledByOthers()).as("nobody else calls").containsExactly(8090);
    }

    private static Sockets sockets(List<String> printed, String... own) {
        return Sockets.of(printed.stream().map(TcpRow::of).toList(), Set.of(own));
    }

    @Test
    void aClientIsForgottenOnceItWasNotSeenForLong() {
        SocketWatch watch = new SocketWatch();
        Sockets both = sockets(PRINTED, "101", "102", "103");
        Sockets one = sockets(PRINTED, "101", "102");
        watch.look(10, both, OptionalDouble.empty());
        watch.look(20, one, OptionalDouble.empty());
        watch.forget(5);
        assertThat(watch.clients()).containsExactlyInAnyOrder("127.0.0.1:49153", "127.0.0.1:49154");
        watch.forget(15);
        assertThat(watch.clients()).containsExactly("127.0.0.1:49153");
    }

    /** As of a downstream that is not there any more. */
    @Test
    void whomItTriesToReachIsAPeerAsWell() {
        SocketWatch watch = new SocketWatch();
        List<String> trying = Stream.concat(
                        PRINTED.stream(),
                        Stream.of(
                                "   9: 0100007F:C020 0100007F:1F9B 02 00000001:00000000 01:00000019 00000001     0        0 106 2 0000 100 0 0 10 0"))
                .toList();
        watch.look(1, sockets(trying, "101", "104", "106"), OptionalDouble.empty());
        Window window = new Window(Instant.ofEpochMilli(500), Duration.ofSeconds(1));
        assertThat(watch.peers(window)).containsEntry("127.0.0.1:8091", 1.0).containsEntry("127.0.0.1:8090", 1.0);
        assertThat(watch.remotes(window))
                .filteredOn(one -> one.established() > 0)
                .hasSize(1);
    }

    /** One user's window may be shorter than the time between two looks. */
    @Test
    void ofAWindowWithoutALookTheLastOneBeforeItTells() {
        SocketWatch watch = new SocketWatch();
        watch.look(1, sockets(PRINTED, "101", "102"), OptionalDouble.empty());
        watch.look(2, sockets(PRINTED, "101", "102", "103", "104"), OptionalDouble.empty());
        Window between = new Window(Instant.ofEpochMilli(2_100), Duration.ofMillis(300));
        assertThat(watch.remotes(between)).isNotEmpty().allSatisfy(remote -> {
            assertThat(remote.established()).isPositive();
            assertThat(remote.opened()).isZero();
        });
        assertThat(watch.remotes(new Window(Instant.EPOCH, Duration.ofMillis(500))))
                .as("before anybody looked")
                .isEmpty();
    }

    @Test
    void whatWeOpenedIsOutboundAndWhatWeAcceptedIsAClient() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "Linux only");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            SocketWatch watch = new SocketWatch();
            watch.look(ProcessHandle.current().pid());
            Window now = new Window(Instant.now().minusSeconds(1), Duration.ofSeconds(2));
            assertThat(watch.peers(now)).containsKey("127.0.0.1:" + server.getLocalPort());
            assertThat(watch.clients()).contains("127.0.0.1:" + client.getLocalPort());
            assertThat(watch.isItself("127.0.0.1:" + server.getLocalPort())).isTrue();
            assertThat(watch.isItself("127.0.0.1:" + client.getLocalPort())).isFalse();
            assertThat(watch.isItself("downstream")).isFalse();
            assertThat(watch.called().values()).anyMatch(ports -> ports.contains(client.getLocalPort()));
            assertThat(accepted.getPort()).isEqualTo(client.getLocalPort());

            client.close();
            accepted.close();
            watch.look(ProcessHandle.current().pid());
            assertThat(watch.isItself("127.0.0.1:" + server.getLocalPort()))
                    .as("it listens there still, though nothing is open to it")
                    .isTrue();
        }
    }

    @Test
    void whereItListensItIsItselfThoughNoLookMetAConnection() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "Linux only");
        SocketWatch watch = new SocketWatch();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            watch.look(ProcessHandle.current().pid());
            assertThat(watch.isItself("127.0.0.1:" + server.getLocalPort())).isTrue();
            assertThat(watch.isItself("[::1]:" + server.getLocalPort())).isTrue();
            assertThat(watch.isItself("shop.example:" + server.getLocalPort())).isFalse();
        }
    }

    /** As a kept connection that its server has closed: the kernel counts that as a byte that came in. */
    @Test
    void aCloseThatNobodyHasReadIsNoRequest() throws Exception {
        Optional<SockDiag> diag = SockDiag.open();
        assumeTrue(diag.isPresent(), "Linux with netlink only");
        try (SockDiag kernel = diag.get();
                ServerSocket server = new ServerSocket(0, 2, InetAddress.getByName("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket closed = server.accept();
                Socket asking = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket asked = server.accept()) {
            asking.getOutputStream().write(1);
            client.close();
            asking.close();
            Map<Integer, TcpCounters> left = new HashMap<>();
            while (left.size() < 2) {
                kernel.ask(server.getLocalPort(), 0, 1 << TcpRow.CLOSE_WAIT, one -> left.put(one.remotePort(), one));
            }
            TcpCounters nothing = left.get(closed.getPort());
            TcpCounters request = left.get(asked.getPort());

            assertThat(nothing.unread()).isZero();
            assertThat(nothing.turn()).isEqualTo(TcpCounters.Turn.IDLE);
            assertThat(request.unread()).isEqualTo(1);
            assertThat(request.turn()).isEqualTo(TcpCounters.Turn.IN_FLIGHT);
            assertThat(Sockets.read(ProcessHandle.current().pid())
                            .orElseThrow()
                            .ports()
                            .get(server.getLocalPort()))
                    .isEqualTo(new Sockets.Port(0, 0, 1));
        }
    }

    @Test
    void theKernelTellsHowManyConnectionsAPortLetsWait() throws Exception {
        Optional<SockDiag> diag = SockDiag.open();
        diag.ifPresent(SockDiag::close);
        assumeTrue(diag.isPresent(), "Linux with netlink only");
        try (ServerSocket few = new ServerSocket(0, 3, InetAddress.getByName("127.0.0.1"));
                ServerSocket more = new ServerSocket(0, 17, InetAddress.getLoopbackAddress())) {
            assertThat(SockDiag.backlogs()).containsEntry(few.getLocalPort(), 3).containsEntry(more.getLocalPort(), 17);
        }
    }

    @Test
    void overflowsAreFoundByTheirNameInTheKernelsTable() {
        String name = "ListenOverflows";
        assertThat(Counters.parse(
                        "TcpExt: TW ListenOverflows ListenDrops\nTcpExt: 266 42 43\nIpExt: A\nIpExt: 1\n",
                        "TcpExt:",
                        name))
                .hasValue(42);
        assertThat(Counters.parse("TcpExt: TW\nTcpExt: 266\n", "TcpExt:", name)).isEmpty();
    }
}
