package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTimesTest {

    private final AnswerTimes times = new AnswerTimes();

    private static TcpCounters connection(int cookie, long out, long sinceSentMillis) {
        return new TcpCounters(
                (byte) 2,
                new byte[TcpCounters.ID],
                cookie,
                TcpRow.ESTABLISHED,
                0,
                0,
                0,
                0,
                0,
                1,
                0,
                sinceSentMillis,
                0,
                0,
                out,
                out);
    }

    @Test
    void anAnswerWentOutAsLongAgoAsTheKernelSays() {
        times.look(10, List.of(connection(1, 5, 400), connection(2, 5, 400)));
        times.look(10.1, List.of(connection(1, 6, 20), connection(2, 6, 60)));

        assertThat(times.within(10, 11)).containsExactly(10.04, 10.08);
    }

    @Test
    void whatWentOutBeforeTheFirstLookIsNoAnswerAndTheFirstOfAConnectionIs() {
        times.look(10, List.of(connection(1, 5, 20)));
        times.look(10.1, List.of(connection(1, 5, 120), connection(2, 3, 50)));

        assertThat(times.within(0, 20)).hasSize(1);
    }

    @Test
    void aWindowHasItsOwn() {
        times.look(10, List.of(connection(1, 1, 0)));
        times.look(11, List.of(connection(1, 2, 0)));
        times.look(12, List.of(connection(1, 3, 0)));

        assertThat(times.within(10.5, 11.5)).containsExactly(11.0);

        times.forget(11.5);

        assertThat(times.within(0, 20)).containsExactly(12.0);
    }
}
