package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpRow;
import java.net.InetAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestWatchTest {

    private static final int PORT = 40_000;

    private static final Set<Integer> NONE = Set.of();

    @Test
    void whatWasClosedByAClientOfThisMachineWasARequest() throws Exception {
        assertThat(isCounted("127.0.0.1", "127.0.0.1", NONE)).isTrue();
        assertThat(isCounted("127.0.0.1", "127.0.0.2", NONE)).isTrue();
        assertThat(isCounted("192.0.2.7", "192.0.2.7", NONE)).isTrue();
        assertThat(isCounted("2001:db8::7", "2001:db8::7", NONE)).isTrue();
        assertThat(isCounted("::1", "::1", NONE)).isTrue();
    }

    /** As of a client that calls a service of that port elsewhere. */
    @Test
    void whatWentToAnotherMachineWasNone() throws Exception {
        assertThat(isCounted("192.0.2.7", "192.0.2.8", NONE)).isFalse();
        assertThat(isCounted("2001:db8::7", "2001:db8::8", NONE)).isFalse();
    }

    @Test
    void whatTheServiceOpenedToItselfWasNone() throws Exception {
        assertThat(isCounted("127.0.0.1", "127.0.0.1", Set.of(PORT))).isFalse();
    }

    private static boolean isCounted(String from, String to, Set<Integer> own) throws Exception {
        byte[] id = Connections.id(PORT, 1);
        byte[] local = InetAddress.getByName(from).getAddress();
        byte[] remote = InetAddress.getByName(to).getAddress();
        System.arraycopy(local, 0, id, 4, local.length);
        System.arraycopy(remote, 0, id, 20, remote.length);
        byte family = (byte) (local.length == 4 ? 2 : 10);
        TcpCounters closed = Connections.counters(family, id, 1, TcpRow.TIME_WAIT, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return RequestWatch.isOfAClientHere(closed, own);
    }
}
