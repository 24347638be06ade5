package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.os.requests.SegmentRuns.Counts;
import dev.headroom.probe.os.sockets.TcpCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LooksTest {

    private static final int CONNECTIONS = 30;
    private static final int PERIOD = 10;
    private static final long GAP = 100_000_000;

    /** Each connection has one request of two segments in ten looks, after the answer to the last: both between two looks. */
    private static List<TcpCounters> seldom(int look) {
        List<TcpCounters> now = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            long requests = (look + i) / PERIOD;
            now.add(counters(i, 2 + 2 * requests, requests));
        }
        return now;
    }

    private static TcpCounters counters(int cookie, long in, long out) {
        return Connections.established(new byte[TcpCounters.ID], cookie, 100 * out, 90, 90, 90, in, out);
    }

    private static Counts looks(boolean oneIsOften) {
        Looks looks = new Looks();
        Counts told = Counts.NONE;
        for (int look = 0; look < 100; look++) {
            List<TcpCounters> now = seldom(look);
            if (oneIsOften) {
                now.add(counters(CONNECTIONS, 10 * look, 5 * look));
            }
            told = told.plus(looks.look(now, 0.5, look * GAP));
        }
        return told;
    }

    @Test
    void aRequestOfEachConnectionIsSeenOnce() {
        Counts told = looks(false);
        assertThat(told.runs()).isGreaterThan(150);
        assertThat(told.requests().in()).isEqualTo(2 * told.runs());
        assertThat(told.late()).isZero();
        assertThat(told.pieces()).isZero();
    }

    @Test
    void aConnectionWithMoreThanARequestBetweenTwoLooksIsLeftOut() {
        assertThat(looks(true)).isEqualTo(looks(false));
    }

    @Test
    void looksSufficeWhereRequestsAreFarMoreSeldom() {
        assertThat(Looks.suffice(0.1, 2)).isTrue();
        assertThat(Looks.suffice(0.1, 0.3)).isFalse();
        assertThat(Looks.suffice(0.1, Double.NaN)).isFalse();
    }
}
