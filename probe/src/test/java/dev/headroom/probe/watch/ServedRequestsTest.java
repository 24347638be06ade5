package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.os.requests.Requests.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ServedRequestsTest {

    private static final Instant START = Instant.EPOCH;
    private static final Window WINDOW = new Window(START, Duration.ofSeconds(10));
    private static final Requests.Told TOLD = new Requests.Told(Double.NaN, 16_000, 1);
    private static final Requests KERNEL = new Requests(
            Optional.empty(),
            Optional.of(new Count(500, 5)),
            20,
            "by the kernel",
            TOLD,
            List.of(),
            OptionalDouble.empty());

    /** 80 requests a second, each 0.95 s with a worker, and one in four answered with an error. */
    private static List<Snapshot> looks() {
        return List.of(look(1), look(9));
    }

    private static Snapshot look(int second) {
        long requests = 80L * second;
        Snapshot.Connector connector = new Snapshot.Connector(
                "tomcat-8080", 8080, OptionalInt.empty(), 80, requests, requests / 4, 0.95 * requests);
        return Snapshots.of(START.plusSeconds(second), List.of(), List.of(), List.of(connector));
    }

    private static Requests served(Map<Integer, Requests> kernel) {
        return Optional.ofNullable(
                        ServedRequests.byPort(looks(), WINDOW, kernel).get(8080))
                .orElseThrow();
    }

    /** By Little's law. */
    private static double seconds(Requests requests) {
        return requests.inFlight().orElseThrow().value()
                / requests.completed().orElseThrow().value();
    }

    @Test
    void aContainersOwnCountComesFirst() {
        Requests alone = served(Map.of());
        assertThat(alone.completed().orElseThrow().value()).isCloseTo(80, within(1e-9));
        assertThat(alone.inFlight().orElseThrow().value()).isCloseTo(76, within(1e-9));
        assertThat(seconds(alone)).isCloseTo(0.95, within(1e-9));
    }

    @Test
    void theKernelSeesThoseWhoWaitForAWorkerAsWell() {
        Requests both = served(Map.of(8080, KERNEL));
        assertThat(both.inFlight().orElseThrow().value()).isEqualTo(500);
        assertThat(both.growth()).isEqualTo(20);
        assertThat(seconds(both)).isCloseTo(6.25, within(1e-9));
    }

    @Test
    void errorsAreTheContainersAndBytesTheKernels() {
        assertThat(served(Map.of(8080, KERNEL)).told()).isEqualTo(new Requests.Told(20, 16_000, 1));
        assertThat(served(Map.of()).told().failed()).isEqualTo(20);
        assertThat(served(Map.of()).told().written()).isNaN();
    }

    @Test
    void otherPortsAreTheKernels() {
        assertThat(ServedRequests.byPort(looks(), WINDOW, Map.of(9090, KERNEL))).containsEntry(9090, KERNEL);
    }
}
