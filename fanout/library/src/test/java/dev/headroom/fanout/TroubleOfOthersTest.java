package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener, a limit or a channel of the user's throws leaves no call running, no permit held and no caller waiting. */
@Timeout(60)
class TroubleOfOthersTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("dev.headroom.fanout");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
                logged.add(line.getMessage() + " " + line.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void errorsOfAListenerDoNotReachTheCall() throws InterruptedException {
        Downstream heard = Downstream.named("heard")
                .limit(4)
                .listener(new DownstreamListener() {
                    @Override
                    public void ended(Ended call) {
                        throw new NoClassDefFoundError("metrics");
                    }

                    @Override
                    public void abandoned(String downstream, String part) {
                        throw new NoClassDefFoundError("metrics");
                    }
                })
                .build();
        Downstream other = Downstream.of("other", 4);

        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(heard, FanOutTest::forever),
                                part(other, this::untilTold),
                                part(other, this::failing),
                                (a, b, c) -> a))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasMessageContaining("broken");
        told.await();
        assertThat(FanOut.within(LONG).call(part(heard, () -> "heard"))).isEqualTo("heard");
        Eventually.until(() -> heard.usage().inFlight() == 0 && other.usage().inFlight() == 0);
        assertThat(heard.usage().succeeded()).isEqualTo(1);
    }

    /** An interrupt closes the channel on the thread of who interrupts. */
    @Test
    void aChannelThatCannotBeClosedReplacesNoFailure() throws InterruptedException {
        Downstream users = Downstream.of("users", 4);
        Unclosable channel = new Unclosable();

        assertThatThrownBy(() -> FanOut.within(LONG)
                        .all(List.of(part(users, channel::read), part(users, this::untilTold), part(users, () -> {
                            channel.reading.await();
                            return failing();
                        }))))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasRootCauseMessage("broken");
        told.await();
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().cancelled()).isEqualTo(2);
        assertThat(logged).anySatisfy(line -> assertThat(line).contains("interrupt of part 'users'"));
    }

    @Test
    void threadsThatCannotBeStartedFailAllThatWait() throws InterruptedException {
        int many = 20_000;
        Downstream users = Downstream.named("users")
                .limit(1)
                .queue(many)
                .threads(Unstartable::new)
                .build();
        Permit held = users.enter();
        List<Attempt<String>> waiting = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            var calls = new Calls(1, 1, Standing.NONE, ThreadContext.none().capture());
            var attempt = new Attempt<>(part(users, () -> "ann"), 0, calls);
            attempt.enter(System.nanoTime());
            attempt.start(System.nanoTime());
            waiting.add(attempt);
        }

        held.close();

        assertThat(waiting).allMatch(Attempt::hasFailed);
        assertThat(users.usage().failed()).isEqualTo(many);
        assertThat(users.usage().inFlight() + users.usage().waiting()).isZero();
        assertThatThrownBy(() -> FanOut.within(LONG).call(part(users, () -> "ann")))
                .hasRootCauseMessage("no native thread");
        assertThat(users.usage().inFlight()).isZero();
    }

    @Test
    void errorsOfALimitDoNotReachTheCall() throws Exception {
        Downstream users = Downstream.named("users").limit(new Unlearning()).build();

        assertThat(FanOut.within(LONG).call(part(users, () -> "ann"))).isEqualTo("ann");
        assertThat(users.call(() -> "ann")).isEqualTo("ann");
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(users, FanOutTest::forever).within(Duration.ofSeconds(1)),
                                part(users, this::untilTold),
                                (a, b) -> a))
                .isInstanceOf(FanOutException.DeadlineExpired.class);

        told.await();
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().succeeded()).isEqualTo(2);
        assertThat(users.usage().expired()).isEqualTo(1);
        assertThat(users.usage().cancelled()).isEqualTo(1);
        Eventually.until(() -> logged.stream().anyMatch(line -> line.contains("never learns")));
    }

    @Test
    void aLimitThatThrowsKeepsNoPlaceAndNoShare() throws Exception {
        var broken = new AtomicBoolean();
        Limit throwing = new Limit() {
            @Override
            public int current() {
                if (broken.get() && isAskedBy("tryAcquire")) {
                    throw new IllegalStateException("no limit");
                }
                return 1;
            }

            @Override
            public void ended(long calledNanos, int inFlight, boolean dropped) {}
        };
        Downstream users =
                Downstream.named("users").limit(throwing).perTenant(0.9).build();
        Caller acme = Caller.current().ofTenant("acme");
        broken.set(true);

        assertThatThrownBy(() -> acme.call(() -> users.call(() -> "ann"))).hasMessage("no limit");
        assertThatThrownBy(() -> acme.call(() -> FanOut.within(LONG).call(part(users, () -> "ann"))))
                .hasMessage("no limit");

        assertThat(users.tenants()).isZero();
        assertThat(users.usage().inFlight() + users.usage().waiting()).isZero();
        broken.set(false);
        assertThat(acme.call(() -> users.call(() -> "ann"))).isEqualTo("ann");
    }

    private static boolean isAskedBy(String method) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals(method)));
    }

    @Test
    void errorsOfAListenerAreLoggedOnceForEachKind() throws Exception {
        Downstream users = Downstream.named("users")
                .limit(4)
                .listener(new DownstreamListener() {
                    @Override
                    public void ended(Ended call) {
                        throw new IllegalStateException("no disk");
                    }
                })
                .build();

        for (int i = 0; i < 10; i++) {
            users.call(() -> "ann");
        }

        assertThat(logged)
                .singleElement()
                .satisfies(
                        line -> assertThat(line).contains("downstream 'users'").contains("no disk"));
    }

    private String untilTold() throws InterruptedException {
        begun.countDown();
        try {
            return FanOutTest.forever();
        } catch (InterruptedException interrupted) {
            told.countDown();
            throw interrupted;
        }
    }

    /** Not before the part that is to be told has begun: one that has not is never made. */
    private String failing() throws InterruptedException {
        begun.await();
        throw new IllegalStateException("broken");
    }

    private static final class Unclosable extends AbstractInterruptibleChannel {
        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch closing = new CountDownLatch(1);

        String read() throws Exception {
            begin();
            reading.countDown();
            try {
                closing.await();
                return "read";
            } finally {
                end(false);
            }
        }

        @Override
        protected void implCloseChannel() {
            closing.countDown();
            throw new IllegalStateException("cannot be closed");
        }
    }

    private static final class Unstartable extends Thread {
        Unstartable(Runnable task) {
            super(task);
        }

        @Override
        public void start() {
            throw new OutOfMemoryError("no native thread");
        }
    }

    private static final class Unlearning implements Limit {
        @Override
        public int current() {
            return 4;
        }

        @Override
        public void ended(long calledNanos, int inFlight, boolean dropped) {
            throw new IllegalStateException("never learns");
        }
    }
}
