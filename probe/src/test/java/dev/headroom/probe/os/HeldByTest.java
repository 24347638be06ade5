package dev.headroom.probe.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.os.sockets.SocketWatch;
import dev.headroom.probe.os.sockets.Sockets;
import dev.headroom.probe.os.sockets.TcpRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldByTest {

    private static final String POOLED = "0200007F:1F9A";
    private static final String SILENT = "0300007F:1F9B";

    private final SocketWatch watch = new SocketWatch();

    @Test
    void theDownstreamWhoseConnectionsWereOpenedWithTheCallsHoldsThem() {
        look(100, 5, 0);
        look(101, 5, 3);
        look(110, 5, 3);
        look(110, 9, 3);
        List<Instant> begun =
                List.of(Instant.ofEpochSecond(101), Instant.ofEpochSecond(101), Instant.ofEpochSecond(100));
        assertThat(watch.heldBy(begun)).hasValue("127.0.0.3:8091");
    }

    @Test
    void callsOnConnectionsThatWereKeptHaveTheDownstreamWithAsManyOldOnes() {
        look(100, 5, 1);
        look(150, 5, 1);
        assertThat(watch.heldBy(List.of(Instant.ofEpochSecond(140), Instant.ofEpochSecond(141))))
                .hasValue("127.0.0.2:8090");
    }

    @Test
    void withoutAConnectionNobodyIsNamed() {
        assertThat(watch.heldBy(List.of(Instant.ofEpochSecond(140)))).isEmpty();
    }

    private void look(int second, int pooled, int silent) {
        List<TcpRow> rows = new ArrayList<>();
        for (int i = 0; i < pooled; i++) {
            rows.add(new TcpRow(TcpRow.ESTABLISHED, "0100007F:C10" + i, POOLED, 0, 0, 0, "p" + i));
        }
        for (int i = 0; i < silent; i++) {
            rows.add(new TcpRow(TcpRow.ESTABLISHED, "0100007F:C20" + i, SILENT, 0, 0, 0, "s" + i));
        }
        watch.look(second, new Sockets(Map.of(), rows, List.of(), List.of(), Set.of()), OptionalDouble.empty());
    }
}
