package dev.headroom.probe.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.MemoryLeft;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ResidentMemoryTest {

    @Test
    void theKernelCountsInKilobytes() {
        assertThat(MemoryLeft.resident("Name:\tjava\nVmHWM:\t  300000 kB\nVmRSS:\t  204800 kB\nThreads:\t41\n"))
                .hasValue(209_715_200L);
    }

    @Test
    void aProcessThatIsEndingHoldsNone() {
        assertThat(MemoryLeft.resident("Name:\tjava\nState:\tZ (zombie)\n")).isEmpty();
    }

    @Test
    void noProcessNoMemory() {
        try (ProcessWatch watch = ProcessWatch.start(ProcessWatch.NONE, () -> true)) {
            assertThat(watch.memory(new Window(Instant.now(), Duration.ofMinutes(5))))
                    .isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aWindowHasTheMeanAndTheMostThatWasSeen() {
        Instant start = Instant.now();
        try (ProcessWatch watch = ProcessWatch.start(ProcessHandle.current().pid(), () -> true)) {
            Window window = new Window(start, Duration.ofMinutes(5));
            while (watch.memory(window).isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(watch.memory(window).orElseThrow())
                    .satisfies(memory -> assertThat(memory.resident()).isBetween(10_000_000L, memory.residentMax()));
            assertThat(watch.memory(new Window(start.minusSeconds(60), Duration.ofSeconds(30))))
                    .isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void anotherProcessThatHasItsNumberIsNotCounted() {
        Instant start = Instant.now();
        AtomicInteger asked = new AtomicInteger();
        try (ProcessWatch watch = ProcessWatch.start(ProcessHandle.current().pid(), () -> {
            asked.incrementAndGet();
            return false;
        })) {
            while (asked.get() < 4) {
                Thread.onSpinWait();
            }
            Window window = new Window(start, Duration.ofMinutes(5));
            assertThat(watch.memory(window)).isEmpty();
            assertThat(watch.usage(window)).isEmpty();
            assertThat(watch.granted(window).descriptors()).isEmpty();
        }
    }
}
