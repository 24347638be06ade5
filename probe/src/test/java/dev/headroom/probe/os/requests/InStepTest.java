package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.RandomInterval;
import dev.headroom.probe.os.requests.Requests.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients whose cycle fits the looks: on a quiet machine they stay in step with each other and with a watch that looks at a fixed rate. */
class InStepTest {

    private static final long PERIOD = 100_000_000;
    private static final double TICK = 0.004;
    private static final int WINDOWS = 400;

    private final Random random = new Random(23);

    /** In how many windows of 2 s the number in flight is told with the true one more than three errors away. */
    private int wrong(SimulatedClients clients, LongUnaryOperator interval) {
        int wrong = 0;
        for (int i = 0; i < WINDOWS; i++) {
            Count told = told(clients, interval).inFlight().orElseThrow();
            wrong += Math.abs(told.value() - clients.inFlight()) > 3 * told.error() ? 1 : 0;
        }
        return wrong;
    }

    private Requests told(SimulatedClients clients, LongUnaryOperator interval) {
        PortWatch watch = new PortWatch(8080);
        double start = 100 + random.nextDouble();
        long nanos = 0;
        while (nanos < 3_500_000_000L) {
            double at = start + nanos / 1e9;
            watch.look(at, 0, nanos, clients.at(at), List.of(), List.of(), false);
            watch.followed(at, new SegmentRuns.Counts(new SegmentRuns.Sum(5, 5, 5, 5, 5), SegmentRuns.Sum.NONE, 0, 0));
            nanos += interval.applyAsLong(PERIOD);
        }
        Instant from = Instant.EPOCH.plusNanos((long) ((start + 1) * 1e9));
        return watch.requests(new Window(from, Duration.ofSeconds(2))).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "10, 0.020, 0.030, 0.1",
        "10, 0.020, 0.0302, 0.1",
        "5, 0.050, 0.050, 0.1",
        "8, 0.050, 0.150, 0.2",
        "10, 0.005, 0.095, 0.1"
    })
    void looksAtRandomTellWhatIsInFlightWithinItsError(int clients, double service, double think, double offset) {
        SimulatedClients inStep = new SimulatedClients(clients, service, think, offset, TICK);
        assertThat(wrong(inStep, mean -> RandomInterval.around(mean, random))).isLessThan(WINDOWS / 20);
    }

    /** Which is why they are taken at random. */
    @ParameterizedTest
    @CsvSource({"10, 0.020, 0.030, 0.1", "10, 0.020, 0.0302, 0.1", "5, 0.050, 0.050, 0.1"})
    void looksAtAFixedRateDoNot(int clients, double service, double think, double offset) {
        SimulatedClients inStep = new SimulatedClients(clients, service, think, offset, TICK);
        assertThat(wrong(inStep, mean -> mean)).isGreaterThan(WINDOWS / 4);
    }
}
