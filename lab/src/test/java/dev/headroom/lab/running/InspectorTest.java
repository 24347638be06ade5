package dev.headroom.lab.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Answered;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.testing.Seen;
import dev.headroom.lab.StillProbe;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.watch.JvmSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InspectorTest {

    private static final Instant BEGIN = Instant.EPOCH;
    private static final double LOADED_AT = 20;
    private static final ProcessId OURS = ProcessId.now(ProcessHandle.current().pid());

    /** Of a service whose 10 threads are all taken from one second on, with 50 requests that wait; before that one of them is. */
    private static final class Filling implements StillProbe {

        private final Requests.Told told;
        private final Duration every;
        private final Instant last;

        Filling(Requests.Told told) {
            this(told, Duration.ofMillis(50), Instant.MAX);
        }

        /**
         * @param every between two looks
         * @param last after which there is none
         */
        Filling(Requests.Told told, Duration every, Instant last) {
            this.told = told;
            this.every = every;
            this.last = last;
        }

        @Override
        public Observation observe(Instant zero, Window window) {
            double full = full(window);
            double busy = 1 + 9 * full;
            return Seen.during(window)
                    .samples(looks(window.end()) - looks(window.start()), every)
                    .pool(Seen.pool("tomcat-8080", StationKind.SERVLET_WORKERS)
                            .maximum(10)
                            .active(busy)
                            .queue(50 * full, 0)
                            .doing(Activity.SLEEPING, busy))
                    .observation();
        }

        @Override
        public Optional<Requests> requests(Window window) {
            double full = full(window);
            return Optional.of(new Requests(
                    Optional.of(new Requests.Count(10 + 90 * full, 0.1)),
                    Optional.of(new Requests.Count(1 + 59 * full, 0.1)),
                    0,
                    "a test",
                    told,
                    List.of(),
                    OptionalDouble.empty()));
        }

        private long looks(Instant until) {
            return Duration.between(BEGIN, until.isBefore(last) ? until : last).dividedBy(every);
        }

        /** Share of the window. */
        private static double full(Window window) {
            Duration loaded = Duration.between(BEGIN.plusMillis((long) (LOADED_AT * 1e3)), window.end());
            return Math.clamp((double) loaded.toMillis() / window.length().toMillis(), 0, 1);
        }
    }

    /** The pool has been full for long. */
    static Inspection full() {
        try {
            return after(30);
        } catch (ProbeException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Inspector inspector(double closed) {
        return new Inspector("shop", OURS, new Filling(new Requests.Told(2, 30_000, closed)));
    }

    private static Inspection after(double seconds) throws ProbeException {
        return inspector(0).latest(BEGIN, BEGIN.plusMillis((long) ((LOADED_AT + seconds) * 1e3)));
    }

    private static boolean isBound(double after) throws Exception {
        return after(after).found().bindingLimit().isPresent();
    }

    @Test
    void aLimitIsNamedOnceTheLastSecondsShowIt() throws Exception {
        assertThat(isBound(0)).isFalse();
        assertThat(isBound(1)).isFalse();
        assertThat(isBound(2)).isTrue();
        assertThat(isBound(6)).isTrue();
    }

    /** Dumps of thousands of threads are seconds apart. */
    @Test
    void whereLooksAreFarApartMoreOfThemCount() throws Exception {
        assertThat(isBound(30, Duration.ofSeconds(4))).isTrue();
        assertThat(isBound(30, Duration.ofSeconds(9)))
                .as("two of them have no spread")
                .isFalse();
    }

    private static boolean isBound(double after, Duration every) throws Exception {
        Inspector inspector =
                new Inspector("shop", OURS, new Filling(new Requests.Told(2, 30_000, 0), every, Instant.MAX));
        Instant now = BEGIN.plusMillis((long) ((LOADED_AT + after) * 1e3));
        return inspector.latest(BEGIN, now).found().bindingLimit().isPresent();
    }

    /** What was seen before is over. */
    @Test
    void ofAJvmThatStandsStillNothingOlderIsSaid() throws Exception {
        Instant now = BEGIN.plusSeconds(60);
        Probe stands = new Filling(new Requests.Told(2, 30_000, 0), Duration.ofMillis(200), now.minusSeconds(6));

        Inspection found = new Inspector("shop", OURS, stands).latest(BEGIN, now);

        assertThat(found.seen().probe().samples()).isZero();
        assertThat(found.seen().window().length()).isEqualTo(Duration.ofSeconds(5));
    }

    /** Four seconds apart, at 40 ms each. */
    @Test
    void whatLookingTakesIsThatOfTheLastSecondsHoweverLongItGoesOn() throws Exception {
        Observation.Jvm jvm = new Observation.Jvm(1, "25", "any", List.of());
        try (JvmSession session = new JvmSession("dump", jvm, Optional.empty(), on -> {})) {
            Inspector inspector = new Inspector("shop", OURS, new Sessions(session));
            for (int second = 0; second <= 300; second++) {
                Instant now = BEGIN.plusSeconds(second);
                if (second % 4 == 0) {
                    session.look(look(now, second / 4 * Duration.ofMillis(40).toNanos()));
                }
                inspector.forget(now);
            }

            assertThat(inspector
                            .latest(BEGIN, BEGIN.plusSeconds(300))
                            .seen()
                            .probe()
                            .cpu())
                    .isEqualTo(Duration.ofMillis(200));
        }
    }

    private record Sessions(JvmSession session) implements StillProbe {

        @Override
        public Observation observe(Instant zero, Window window) {
            return session.observation(zero, window);
        }

        @Override
        public void forget(Instant before) {
            session.forget(before);
        }
    }

    private static Snapshot look(Instant at, long spent) {
        return new Snapshot(
                at,
                List.of(),
                1,
                0,
                -1,
                spent,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0,
                Snapshot.Virtual.AT_ONCE,
                Optional.empty());
    }

    /** A hundred answers a second. */
    @Test
    void theSizeOfAnAnswerIsKnownAsLongAsConnectionsLast() throws Exception {
        Answered answered = inspector(1).count(Duration.ofMillis(1));

        assertThat(answered.size()).isEqualTo(300);
        assertThat(answered.failed()).isEqualTo(2);
        assertThat(inspector(50).count(Duration.ofMillis(1)).size()).isNaN();
    }

    /** Each look at it finds it an hour earlier. */
    @Test
    void aClockThatIsSetBackHoldsNothingUp() {
        AtomicInteger looks = new AtomicInteger();
        Inspector inspector = new Inspector(
                "shop",
                OURS,
                new Filling(new Requests.Told(0, 0, 0)),
                () -> BEGIN.minus(Duration.ofHours(looks.getAndIncrement())));

        Inspection found = assertTimeoutPreemptively(
                Duration.ofSeconds(30), () -> inspector.watch(Duration.ofMillis(300), left -> {}));

        assertThat(found.seen().window().length()).isBetween(Duration.ofMillis(300), Duration.ofSeconds(30));
    }

    /** As in a container that is started again: its process has the same number each time. */
    @Test
    void ofAProcessWhoseNumberAnotherHasNothingIsSaid() {
        Inspector inspector = new Inspector(
                "shop", new ProcessId(OURS.pid(), OURS.begun() - 1), new Filling(new Requests.Told(0, 0, 0)));

        assertThatThrownBy(() -> inspector.watch(Duration.ofMillis(1), left -> {}))
                .isInstanceOf(ProbeException.class)
                .hasMessageStartingWith("process " + OURS.pid() + " ended while it was watched");
        assertThatThrownBy(() -> inspector.watch(Duration.ZERO, left -> {})).isInstanceOf(ProbeException.class);
    }
}
