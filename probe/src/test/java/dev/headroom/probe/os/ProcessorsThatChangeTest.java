package dev.headroom.probe.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.ProcessorReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A container whose processors are taken away while it runs. */
class ProcessorsThatChangeTest {

    /** Until the tenth second it may run on four, of which three are busy with others; then on two that it keeps busy alone. */
    private static final List<ProcessorReading> READINGS = Stream.concat(
                    IntStream.rangeClosed(0, 10)
                            .mapToObj(at -> new ProcessorReading(at, Set.of(0, 1, 2, 3), at, 4_000 + 4 * at, 0)),
                    IntStream.rangeClosed(11, 20)
                            .mapToObj(
                                    at -> new ProcessorReading(at, Set.of(0, 1), 10 + 2 * (at - 10), 900 + 2 * at, 0)))
            .toList();

    private static Window window(int from, int to) {
        return new Window(Instant.ofEpochSecond(from), Duration.ofSeconds(to - from));
    }

    private static ProcessWatch.Usage usage(int from, int to) {
        return ProcessWatch.usage(READINGS, OptionalDouble.empty(), window(from, to));
    }

    @Test
    void thoseAtTheEndOfTheWindowCount() {
        assertThat(ProcessWatch.cores(READINGS, window(0, 10))).hasValue(4);
        assertThat(ProcessWatch.cores(READINGS, window(5, 15))).hasValue(2);
        assertThat(ProcessWatch.cores(List.of(), window(5, 15))).isEmpty();
    }

    @Test
    void whatOtherProcessorsHaveUsedIsNotSubtracted() {
        assertThat(usage(0, 10).machine()).isCloseTo(4, within(1e-9));
        assertThat(usage(5, 15).machine()).isCloseTo(2, within(1e-9));
        assertThat(usage(5, 15).service()).isCloseTo(1.5, within(1e-9));
        assertThat(usage(5, 11).machine()).as("it was read once since").isZero();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theyAreReadWithEachLook() {
        try (ProcessWatch watch = ProcessWatch.start(ProcessHandle.current().pid(), () -> true)) {
            Window window = new Window(Instant.now(), Duration.ofMinutes(5));
            while (watch.cores(window).isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(watch.cores(window).orElseThrow()).isPositive();
        }
    }
}
