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
import dev.headroom.load.recording.LoadProgress;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
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

            assertThat(WarmUp.run(new Plain(uri), load, pace, Optional::empty)).isEmpty();
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
