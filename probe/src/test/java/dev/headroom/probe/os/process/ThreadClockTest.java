package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadClockTest {

    @TempDir
    private Path tasks;

    private final List<Path> serving = new ArrayList<>();
    private long now;
    private ThreadClock clock;

    @BeforeEach
    void start() {
        clock = new ThreadClock(() -> List.copyOf(serving), () -> now);
    }

    private void used(String thread, long nanos) throws IOException {
        Path folder = Files.createDirectories(tasks.resolve(thread));
        Files.writeString(folder.resolve("schedstat"), nanos + " 5 1\n");
        if (!serving.contains(folder)) {
            serving.add(folder);
        }
    }

    private void end(String thread) throws IOException {
        Files.delete(tasks.resolve(thread).resolve("schedstat"));
        serving.remove(tasks.resolve(thread));
    }

    @Test
    void addsUpAllThatDoTheWork() throws IOException {
        used("1", 100);
        used("2", 20);

        assertThat(clock.nanos()).hasValue(120);
        used("2", 50);
        assertThat(clock.nanos()).hasValue(150);
    }

    @Test
    void aThreadThatTakesTheWorkOverIsCounted() throws IOException {
        used("1", 100);
        assertThat(clock.nanos()).hasValue(100);

        used("2", 7_000);
        now += TimeUnit.SECONDS.toNanos(2);

        assertThat(clock.nanos()).hasValue(7_100);
    }

    @Test
    void whatAThreadThatHasEndedUsedStays() throws IOException {
        used("1", 100);
        used("2", 20);
        assertThat(clock.nanos()).hasValue(120);

        end("1");

        assertThat(clock.nanos()).hasValue(120);
        used("2", 30);
        now += TimeUnit.SECONDS.toNanos(2);
        assertThat(clock.nanos()).hasValue(130);
    }

    @Test
    void whatWasUsedBeforeNobodyWasThereIsNotCountedTwice() throws IOException {
        used("1", 100);
        assertThat(clock.nanos()).hasValue(100);
        List<Path> all = List.copyOf(serving);
        serving.clear();
        now += TimeUnit.SECONDS.toNanos(2);
        assertThat(clock.nanos()).isEmpty();

        serving.addAll(all);
        used("1", 140);
        now += TimeUnit.SECONDS.toNanos(2);

        assertThat(clock.nanos()).hasValue(140);
    }

    @Test
    void nothingIsToldWhereNoneIsThere() throws IOException {
        assertThat(clock.nanos()).isEmpty();

        used("1", 100);
        now += TimeUnit.SECONDS.toNanos(2);

        assertThat(clock.nanos()).hasValue(100);
    }
}
