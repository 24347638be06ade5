package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.sockets.TcpCounters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTimesTest {

    private final AnswerTimes times = new AnswerTimes();

    private static TcpCounters connection(int cookie, long answers, long sinceSentMillis) {
        return connection(cookie, answers, answers, sinceSentMillis, 0);
    }

    private static TcpCounters connection(int cookie, long in, long out, long sinceSentMillis, long sinceReceived) {
        return Connections.established(new byte[TcpCounters.ID], cookie, 0, sinceSentMillis, sinceReceived, 0, in, out);
    }

    private List<Double> between(double from, double to) {
        return times.within(new Window(Instant.EPOCH.plusMillis((long) (1e3 * from)), Times.ofSeconds(to - from)));
    }

    @Test
    void anAnswerWentOutAsLongAgoAsTheKernelSays() {
        times.look(10, List.of(connection(1, 5, 400), connection(2, 5, 400)));
        times.look(10.1, List.of(connection(1, 6, 20), connection(2, 6, 60)));

        assertThat(between(10, 11)).containsExactly(10.04, 10.08);
    }

    @Test
    void whatWentOutBeforeTheFirstLookIsNoAnswerAndTheFirstOfAConnectionIs() {
        times.look(10, List.of(connection(1, 5, 20)));
        times.look(10.1, List.of(connection(1, 5, 120), connection(2, 3, 50)));

        assertThat(between(0, 20))
                .singleElement()
                .satisfies(time -> assertThat(time).isCloseTo(10.05, within(1e-9)));
    }

    /** A client that connects anew for each request, to a service that nobody called before. */
    @Test
    void theFirstAnswerOfAConnectionIsAnAnswer() {
        times.look(10, List.of());
        times.look(10.1, List.of(connection(7, 1, 1, 20, 80)));

        assertThat(between(10, 11)).hasSize(1);
    }

    @Test
    void aWindowHasItsOwn() {
        times.look(10, List.of(connection(1, 1, 0)));
        times.look(11, List.of(connection(1, 2, 0)));
        times.look(12, List.of(connection(1, 3, 0)));

        assertThat(between(10.5, 11.5)).containsExactly(11.0);

        times.forget(11.5);

        assertThat(between(0, 20)).containsExactly(12.0);
    }

    /** Server-sent events to twenty browsers, one each second by one timer: no request came in, so nothing was answered. */
    @Test
    void eventsOfAStreamAreNoAnswers() {
        for (int look = 0; look < 100; look++) {
            List<TcpCounters> now = new ArrayList<>();
            long sent = look / 10;
            for (int browser = 0; browser < 20; browser++) {
                now.add(connection(browser, 1, 1 + sent, 100 * (look % 10), 100L * look + 5_000));
            }
            times.look(0.1 * look, now);
        }

        assertThat(between(0, 10)).isEmpty();
    }

    /** An answer of 3 MB that its client reads slowly is one, and went out when its last segment did. */
    @Test
    void aLongAnswerIsOne() {
        for (int look = 0; look < 40; look++) {
            times.look(
                    0.1 * look,
                    List.of(connection(
                            1,
                            look == 0 ? 0 : 1,
                            50L * Math.min(look, 30),
                            look <= 30 ? 3 : 100L * (look - 30),
                            100L * look)));
        }

        assertThat(between(0, 10)).hasSize(1);
    }

    /** Of ten thousand connections, a look costs less than the kernel's own answer. */
    @Test
    void thousandsOfConnectionsAreKept() {
        for (int look = 0; look < 50; look++) {
            List<TcpCounters> now = new ArrayList<>();
            for (int one = 0; one < 10_000; one++) {
                now.add(connection(one, look, look, 3, 5));
            }
            times.look(0.1 * look, now);
        }

        assertThat(between(0, 10)).hasSizeLessThanOrEqualTo(4096);
    }
}
