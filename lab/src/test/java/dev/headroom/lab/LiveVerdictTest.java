package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Recorded runs in place of a service: what they would say is said again each second. */
class LiveVerdictTest {

    private final Run held = Recorded.run("users-common-pool");
    private final Run carried = Recorded.run("users-own-pool-400");
    private final List<LabEvent.Named> told = new ArrayList<>();
    private Run now = held;
    private Optional<Load> rising = Optional.empty();
    private long clock;

    @Test
    void theFirstVerdictIsToldAtOnceAndTheSameOneNotAgain() {
        LiveVerdict live = live();

        seconds(live, 5);

        assertThat(told)
                .singleElement()
                .satisfies(named -> assertThat(
                                named.diagnosis().bindingLimit().orElseThrow().kind())
                        .isEqualTo(LimitKind.WORKER_POOL));
    }

    @Test
    void anotherVerdictIsToldOnceItWasFoundTwiceInARow() {
        LiveVerdict live = live();
        seconds(live, 2);
        now = carried;
        seconds(live, 1);
        assertThat(told).hasSize(1);

        seconds(live, 1);

        assertThat(told).hasSize(2);
        assertThat(told.getLast().diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }

    @Test
    void aVerdictThatIsFoundOnceInBetweenIsNotTold() {
        LiveVerdict live = live();
        seconds(live, 2);
        now = carried;
        seconds(live, 1);
        now = held;

        seconds(live, 3);

        assertThat(told).hasSize(1);
    }

    @Test
    void whileTheRateRisesThereIsNoVerdictOfTheRateThatFollows() {
        Load.Open plain = (Load.Open) held.load();
        rising = Optional.of(plain.staged(List.of(
                new Stage(plain.rate(), plain.rate(), Duration.ofSeconds(1)),
                new Stage(Rate.perSecond(0), plain.rate(), Duration.ofDays(1)),
                Stage.constant(plain.rate(), Duration.ofSeconds(60)))));
        LiveVerdict live = live();

        seconds(live, 3);

        assertThat(told).isEmpty();
    }

    private LiveVerdict live() {
        return new LiveVerdict(
                () -> new LiveVerdict.Source(
                        rising.orElse(now.load()),
                        new Replayed(),
                        now.baseline(),
                        now.cpuSecondsByProcess(),
                        now.experiment()),
                new Running(),
                Instant.EPOCH,
                told::add,
                () -> clock);
    }

    /** Two calls for each: one asks for the counts, the next one finds them. */
    private void seconds(LiveVerdict live, int count) {
        for (int i = 0; i < count; i++) {
            live.look();
            live.look();
            clock += Duration.ofMinutes(1).toNanos(); // a slow machine may have taken long to diagnose
        }
    }

    private final class Replayed implements StillProbe {

        @Override
        public Observation observe(Instant zero, Observation.Window window) {
            return now.observation().orElseThrow();
        }
    }

    private final class Running implements RunningLoad {

        @Override
        public CompletableFuture<LoadResult> soFar() {
            return CompletableFuture.completedFuture(now.result().orElseThrow());
        }

        @Override
        public CompletableFuture<Instant> counted() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Instant> offered() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<LoadResult> result() {
            throw new UnsupportedOperationException();
        }

        @Override
        public LoadProgress progress() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Counts counts() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop() {}

        @Override
        public void close() {}
    }
}
