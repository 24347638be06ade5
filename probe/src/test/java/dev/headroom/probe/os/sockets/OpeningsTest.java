package dev.headroom.probe.os.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpeningsTest {

    private static final String DOWNSTREAM = "0100007F:1F9A";

    private final Openings openings = new Openings();

    @Test
    void aConnectionThatStaysIsNotNewASecondTime() {
        assertThat(look(0, List.of(open(1, "a")), List.of()))
                .as("nothing to compare with")
                .isEmpty();
        assertThat(look(1, List.of(open(1, "a"), open(2, "b")), List.of())).isEqualTo(Map.of(DOWNSTREAM, 1));
        assertThat(look(2, List.of(open(1, "a"), open(2, "b")), List.of())).isEmpty();
    }

    @Test
    void aConnectionMetOnlyAfterItWasClosedCountsWhicheverSideClosedIt() {
        look(0, List.of(open(1, "a")), List.of());
        assertThat(look(1, List.of(), List.of(closed(3, 6000), closedByServer(4, 6000))))
                .isEqualTo(Map.of(DOWNSTREAM, 2));
        assertThat(look(2, List.of(), List.of(closed(3, 5900), closedByServer(4, 5900))))
                .isEmpty();
    }

    @Test
    void whatWasClosedBeforeWatchingBeganIsNotNewOnceItsDownstreamIsKnown() {
        look(0, List.of(), List.of(closed(3, 3000)));
        assertThat(look(1, List.of(open(1, "a")), List.of(closed(3, 2900)))).isEqualTo(Map.of(DOWNSTREAM, 1));
    }

    @Test
    void aPortThatIsUsedAgainIsANewConnection() {
        look(0, List.of(open(1, "a")), List.of());
        assertThat(look(1, List.of(), List.of(closed(1, 6000)))).isEmpty();
        assertThat(look(2, List.of(open(1, "b")), List.of())).isEqualTo(Map.of(DOWNSTREAM, 1));
        look(3, List.of(), List.of(closed(1, 5900)));
        assertThat(look(4, List.of(), List.of(closed(1, 5990)))).isEqualTo(Map.of(DOWNSTREAM, 1));
    }

    @Test
    void connectionsOfOthersAreNotOurs() {
        look(0, List.of(open(1, "a")), List.of());
        TcpRow strangers = new TcpRow(TcpRow.TIME_WAIT, "0100007F:C100", "0100007F:0050", 0, 6000, 0, "0");
        assertThat(look(1, List.of(open(1, "a")), List.of(strangers))).isEmpty();
    }

    private Map<String, Integer> look(double at, List<TcpRow> outbound, List<TcpRow> left) {
        return openings.look(at, new Sockets(Map.of(), outbound, List.of(), left, Set.of()));
    }

    private static String ours(int number) {
        return "0100007F:C00" + number;
    }

    private static TcpRow open(int number, String inode) {
        return new TcpRow(TcpRow.ESTABLISHED, ours(number), DOWNSTREAM, 0, 0, 0, inode);
    }

    private static TcpRow closed(int number, long timer) {
        return new TcpRow(TcpRow.TIME_WAIT, ours(number), DOWNSTREAM, 0, timer, 0, "0");
    }

    private static TcpRow closedByServer(int number, long timer) {
        return new TcpRow(TcpRow.TIME_WAIT, DOWNSTREAM, ours(number), 0, timer, 0, "0");
    }
}
