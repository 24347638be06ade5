package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Transport;
import dev.headroom.lab.proof.Bench;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WarmUpTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    @Test
    @Timeout(30)
    void aServiceThatNeverAnswersIsNotWaitedForAsLongAsAClientWouldWait() throws Exception {
        Transport patient = new Transport(Duration.ofDays(1), false, false);
        Load load = new Load.Open(Rate.perSecond(1), SHORT, patient, Optional.of(new Load.WarmUp(2, SHORT)));
        Pace pace = new Pace(new Load.WarmUp(2, SHORT), SHORT, SHORT, SHORT);
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");

            assertThat(WarmUp.run(new Plain(uri), load, pace, Optional::empty))
                    .hasValueSatisfying(why -> assertThat(why).contains("too little was answered"));
        }
    }

    /** The first request loads classes and connects. */
    @Test
    void aServiceThatHasAnsweredNothingYetIsNotWarm() throws Exception {
        Pace pace = new Pace(new Load.WarmUp(2, SHORT), Duration.ofSeconds(5), SHORT, SHORT);
        Load load = new Load.Open(Rate.perSecond(1), SHORT, Transport.DEFAULT, Optional.empty());
        Simulated service = new Simulated(500, 10);

        assertThat(WarmUp.run(service, load, pace, Optional::empty)).isEmpty();
        assertThat(service.stopped)
                .as("ms: two slices of half a second after the first answer")
                .isBetween(1_400L, 4_000L);
    }

    @Test
    void ofASlowServiceTheFirstAnswerDoesNotTellThatItIs() {
        Counts first = counts(2_000, 2);

        assertThat(WarmUp.isSlow(counts(3_000, 0), counts(3_000, 0), 2)).isFalse();
        assertThat(WarmUp.isSlow(first, first, 2)).isFalse();
        assertThat(WarmUp.isSlow(first, counts(2_100, 8), 2)).isFalse();
        assertThat(WarmUp.isSlow(first, counts(3_600, 2), 2)).isTrue();
        assertThat(WarmUp.isSlow(first, counts(12_000, 10), 2)).isTrue();
    }

    @Test
    void aServiceThatOnlyFailsIsNotWaitedFor() {
        Counts failed = new Counts(0, 10, 0, 8, 0, 0, List.of());

        assertThat(WarmUp.isSlow(failed, failed, 2)).isTrue();
    }

    private static Counts counts(long millis, long succeeded) {
        return new Counts(millis * 1_000_000, succeeded, succeeded, 0, 0, 0, List.of());
    }

    /** Two users, who are answered for the first time after a while, and from then on after a few milliseconds. */
    private static final class Simulated extends UnaskedLoad implements Bench {
        private final long began = System.nanoTime();
        private final long first;
        private final long each;
        private long stopped;

        /** Both in ms. */
        Simulated(long first, long each) {
            this.first = first;
            this.each = each;
        }

        private long millis() {
            return (System.nanoTime() - began) / 1_000_000;
        }

        @Override
        public RunningLoad start(Load load) {
            return this;
        }

        @Override
        public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase) throws InterruptedException {
            Thread.sleep(time);
            return stopped == 0;
        }

        @Override
        public Counts counts() {
            long now = System.nanoTime();
            long answers = millis() < first ? 0 : 2 + 2 * ((millis() - first) / each);
            double seconds = answers == 0 ? 0 : 2 * first / 1e3 + (answers - 2) * each / 1e3;
            return new Counts(now, answers, answers, 0, seconds, 0, List.of());
        }

        @Override
        public void stop() {
            stopped = millis();
        }

        @Override
        public CompletableFuture<Instant> counted() {
            return CompletableFuture.completedFuture(Instant.EPOCH);
        }
    }

    private record Plain(URI uri) implements Bench {
        @Override
        public RunningLoad start(Load load) {
            return new EmbeddedEngine().start(Mix.of(Request.get(uri)), load);
        }

        @Override
        public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase)
                throws InterruptedException, ServiceException {
            try {
                load.result().get(time.toNanos(), TimeUnit.NANOSECONDS);
                return false;
            } catch (TimeoutException e) {
                return true;
            } catch (ExecutionException e) {
                throw new ServiceException("the load broke off", e);
            }
        }
    }
}
