package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.probe.os.requests.Requests.Count;
import dev.headroom.probe.os.requests.Requests.Told;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestsTest {

    private static Requests port(double perSecond, Told told) {
        return new Requests(
                Optional.of(new Count(perSecond, 0)),
                Optional.empty(),
                0,
                "counted",
                told,
                List.of(),
                OptionalDouble.empty());
    }

    private static Told together(Requests one, Requests other) {
        return Requests.together(Map.of(8080, one, 8081, other)).orElseThrow().told();
    }

    private static Optional<Count> rate(Map<Integer, Count> byPort) {
        return Requests.together(byPort.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                port -> new Requests(Optional.of(port.getValue()), Optional.empty(), 0, "counted"))))
                .orElseThrow()
                .completed();
    }

    /** As of a port for the figures of the service, which is asked every 15 s. */
    @Test
    void aPortThatIsHardlyEverAskedTakesNothingFromWhatIsKnownOfTheOther() {
        Count guess = Count.guess(0.07);
        assertThat(rate(Map.of(8080, new Count(200, 2), 8081, guess))
                        .orElseThrow()
                        .value())
                .isCloseTo(200.07, within(1e-9));
        assertThat(rate(Map.of(8080, new Count(0.2, 0.01), 8081, guess))).isEmpty();
        assertThat(rate(Map.of(8081, guess))).isEmpty();
        assertThat(rate(Map.of(8080, new Count(12, 12.2), 8081, guess)))
                .as("of many that pile up")
                .isPresent();
    }

    private static boolean partly(Requests... ports) {
        return Requests.together(
                        IntStream.range(0, ports.length).boxed().collect(Collectors.toMap(i -> i, i -> ports[i])))
                .orElseThrow()
                .partly();
    }

    @Test
    void whereOneOfSeveralPortsInUseIsNotToldTheOthersArePartOfAll() {
        Requests untold = Requests.unknown("HTTP/2");
        assertThat(partly(port(1, Told.NOTHING), untold)).isTrue();
        assertThat(partly(untold, port(0, Told.NOTHING), port(1, Told.NOTHING))).isTrue();
        assertThat(partly(untold, port(1, Told.NOTHING), port(1, Told.NOTHING))).isTrue();
        assertThat(partly(untold)).isFalse();
        assertThat(partly(untold, port(0, Told.NOTHING)))
                .as("nobody asks there")
                .isFalse();
        assertThat(partly(port(1, Told.NOTHING), port(2, Told.NOTHING))).isFalse();
    }

    @Test
    void whatSeveralPortsTellIsAddedUp() {
        assertThat(together(port(80, new Told(1, 8_000, 1)), port(20, new Told(2, 500, 0))))
                .isEqualTo(new Told(3, 8_500, 1));
    }

    @Test
    void whoAsksForFiguresNowAndThenAtAPortOfTheirOwnDoesNotCount() {
        assertThat(together(port(80, new Told(1, 8_000, 1)), port(0.2, new Told(Double.NaN, 90_000, 0.2))))
                .isEqualTo(new Told(1, 8_000, 1));
    }

    @Test
    void whatOneOfThemDoesNotTellIsNotKnown() {
        Told told = together(port(80, new Told(1, 8_000, 1)), port(20, new Told(Double.NaN, 500, 0)));
        assertThat(told.failed()).isNaN();
        assertThat(told.written()).isEqualTo(8_500);
    }
}
