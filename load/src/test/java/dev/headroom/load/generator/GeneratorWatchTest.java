package dev.headroom.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.load.Loads;
import dev.headroom.load.http.Loop;
import dev.headroom.load.recording.Recorder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GeneratorWatchTest {

    private static final long EVERY = 10_000_000;

    private final Loop loop = Loop.open();
    private final GeneratorWatch watch = new GeneratorWatch(loop);
    /** Of users who do not think. */
    private final Recorder recorder = new Recorder(Instant.EPOCH, 0);

    private long due = EVERY;

    @AfterEach
    void close() {
        loop.close();
    }

    /** Beats in time, and so many answers before each. */
    private void beats(int count, int answers) {
        for (int i = 0; i < count; i++) {
            answers(answers, due - 1);
            watch.beat(due, due, EVERY);
            due += EVERY;
        }
    }

    /** So many beats do not come; what users wait for is read then. */
    private void stall(int beats, int answers) {
        long now = due + beats * EVERY - 1;
        answers(answers, now);
        watch.beat(now, due, EVERY);
        due += beats * EVERY;
    }

    private void answers(int count, long now) {
        for (int i = 0; i < count; i++) {
            watch.read(now);
            recorder.ended("a", now - 20_000_000, Optional.empty(), "", now);
        }
    }

    private Generator generator() {
        return watch.report("test", Loads.iterations(1, 1, Loads.KEEP_ALIVE), recorder, 1);
    }

    /** 10 users and 20 ms: of 15,000 answers 10 were read late by half a second. */
    @Test
    void ofAStallThoseAnswersAreLateThatAreReadAfterIt() {
        beats(1475, 5);
        stall(50, 10);
        beats(1475, 5);

        assertThat(generator().readLagP99()).isZero();
        assertThat(generator().readLagMean()).isBetween(Duration.ofNanos(320_000), Duration.ofNanos(350_000));
        assertThat(generator().binding()).isFalse();
    }

    @Test
    void moreThanOneOfAHundredThatAreReadLateAreSeenInItsFigures() {
        beats(50, 5);
        stall(50, 10);

        assertThat(generator().readLagP99()).isBetween(Duration.ofMillis(480), Duration.ofMillis(510));
        assertThat(generator().binding()).isTrue();
    }

    /** Each beat is late by 3 ms, as all that is due on a full machine. */
    @Test
    void whatIsLateByLessThanABeatIsOfAllAnswersOfItsTime() {
        for (int i = 0; i < 100; i++) {
            answers(5, due - 1);
            watch.beat(due + 3_000_000, due, EVERY);
            due += EVERY;
        }

        assertThat(generator().readLagMean()).isBetween(Duration.ofNanos(2_990_000), Duration.ofNanos(3_010_000));
        assertThat(generator().binding()).isFalse();
    }
}
