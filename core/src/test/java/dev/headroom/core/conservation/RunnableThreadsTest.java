package dev.headroom.core.conservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** 40 of 200 threads are runnable, and hold a request each. */
class RunnableThreadsTest {

    private static RunnableThreads of(StationKind kind, double service, double machine, OptionalDouble delay) {
        Observation seen = Seen.during(50)
                .pool(Seen.pool("workers", kind).maximum(200).active(40).doing(Activity.RUNNING, 40))
                .observation();
        Station pool = seen.pools().getFirst();
        return RunnableThreads.of(
                pool,
                40,
                new Observation.Processor(4, 4, service, machine, OptionalDouble.of(0), delay, OptionalDouble.of(0)));
    }

    @Test
    void whoIsRunnableBesideFreeCoresAndUsesNoneStandsInNativeCode() {
        RunnableThreads threads = of(StationKind.OTHER, 0.3, 0.5, OptionalDouble.of(0));
        assertThat(threads.running()).isCloseTo(0.3, within(0.01));
        assertThat(threads.standing()).isCloseTo(39.7, within(0.01));
    }

    @Test
    void onAFullMachineTheyWaitForACore() {
        RunnableThreads threads = of(StationKind.OTHER, 2, 4, OptionalDouble.of(7));
        assertThat(threads.standing()).isZero();
        assertThat(threads.running()).isCloseTo(5, within(0.01));
        assertThat(threads.ready()).isCloseTo(35, within(0.01));
    }

    @Test
    void whereTheKernelTellsNothingTheyRun() {
        assertThat(of(StationKind.OTHER, 0.3, 0.5, OptionalDouble.empty()).running())
                .isEqualTo(40);
        assertThat(of(StationKind.OTHER, 0.3, 0, OptionalDouble.of(0)).running())
                .isEqualTo(40);
    }

    @Test
    void virtualThreadsWaitForACarrier() {
        RunnableThreads threads = of(StationKind.VIRTUAL_THREADS, 3, 3.2, OptionalDouble.of(0));
        assertThat(threads.running()).isCloseTo(3, within(0.01));
        assertThat(threads.ready()).isCloseTo(37, within(0.01));
    }
}
