package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Tool.Source;
import dev.headroom.probe.Probe;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.os.requests.Requests.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServiceSideTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** A service that is seen to answer so many a second, with so many in flight, where that can be counted. */
    private static class Seen implements Probe {
        private final double rate;
        private final double inFlight;
        private final Predicate<Window> counts;

        Seen(double rate, double inFlight) {
            this(rate, inFlight, window -> true);
        }

        Seen(double rate, double inFlight, Predicate<Window> counts) {
            this.rate = rate;
            this.inFlight = inFlight;
            this.counts = counts;
        }

        @Override
        public Optional<Requests> requests(Window window) {
            return !counts.test(window)
                    ? Optional.of(Requests.unknown("too fast to be told apart"))
                    : Optional.of(new Requests(
                            Optional.of(new Count(rate, 0.5)),
                            Optional.of(new Count(inFlight, 0.1)),
                            0,
                            "port 80: connections"));
        }

        @Override
        public String mode() {
            return "test";
        }

        @Override
        public void start() {}

        @Override
        public Optional<Observation.Sample> latest() {
            return Optional.empty();
        }

        @Override
        public Observation observe(Instant zero, Window window) {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public void close() {}
    }

    private static LoadResult told(Source source, long perSecond) {
        return told(source, perSecond, 5, 5);
    }

    /**
     * @param inFlight at the end of each second
     * @param mean in flight
     */
    private static LoadResult told(Source source, long perSecond, long inFlight, double mean) {
        return new LoadResult(
                START,
                Duration.ofSeconds(10),
                10 * perSecond,
                10 * perSecond,
                Map.of(),
                Map.of(),
                Rate.perSecond(perSecond),
                Latency.NONE,
                Latency.NONE,
                IntStream.range(0, 10)
                        .mapToObj(second -> new LoadResult.Second(
                                second, perSecond, perSecond, 0, inFlight, OptionalDouble.of(mean), 0, 0, 0, 0))
                        .toList(),
                new LoadResult.Generator("a tool", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false)
                        .with(new LoadResult.Tool(
                                source, OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), false)),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    private static LoadResult beside(LoadResult told, Probe probe) throws Exception {
        return ServiceSide.of(told, START.plusSeconds(10), probe);
    }

    @Test
    void bothCountsStandBesideEachOther() throws Exception {
        LoadResult result = beside(told(Source.ACTUAL_START, 100), new Seen(97, 5));

        LoadResult.Tool tool = result.generator().tool().orElseThrow();
        assertThat(tool.told()).hasValue(100);
        assertThat(tool.seen().orElseThrow().value()).isEqualTo(97);
        assertThat(result.requests()).isEqualTo(1000);
        assertThat(ServiceSide.gross(result)).isEmpty();
    }

    @Test
    void aServiceThatDidNotSeeTheLoadMakesTheRunVoid() throws Exception {
        assertThat(ServiceSide.gross(beside(told(Source.ACTUAL_START, 100), new Seen(2, 5))))
                .hasValueSatisfying(why -> assertThat(why).contains("counted 100", "answer 2", "BASE_URL"));
    }

    @Test
    void aServiceThatAnswersMoreThanTheToolSentMakesTheRunVoid() throws Exception {
        assertThat(ServiceSide.gross(beside(told(Source.ACTUAL_START, 100), new Seen(200, 5))))
                .hasValueSatisfying(why -> assertThat(why).contains("answer 200", "others load", "redirects"));
    }

    /** Six of ten were given up: the service may have answered them late, or never have seen them. */
    @Test
    void whatWasNeverAnsweredNeedNotHaveBeenSeen() throws Exception {
        LoadResult told = failing(told(Source.ACTUAL_START, 100), ErrorKind.TIMEOUT, 600);
        assertThat(ServiceSide.gross(beside(told, new Seen(40, 5)))).isEmpty();
        assertThat(ServiceSide.gross(beside(told, new Seen(97, 5)))).isEmpty();
        assertThat(ServiceSide.gross(beside(told, new Seen(2, 5)))).isPresent();
        assertThat(ServiceSide.gross(
                        beside(failing(told(Source.ACTUAL_START, 100), ErrorKind.STATUS, 600), new Seen(40, 5))))
                .isPresent();
    }

    private static LoadResult failing(LoadResult all, ErrorKind kind, long failed) {
        return new LoadResult(
                all.startedAt(),
                all.elapsed(),
                all.requests(),
                all.requests() - failed,
                Map.of(kind, failed),
                Map.of(),
                all.throughput(),
                all.latency(),
                all.serviceLatency(),
                all.series(),
                all.generator(),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /** X = 50/s and N = 5: by Little's law R = 0.1 s. */
    @Test
    void ofAToolThatTellsNothingTheServiceIsAsked() throws Exception {
        LoadResult result = beside(told(Source.SERVICE, 0), new Seen(50, 5));

        assertThat(result.requests()).isEqualTo(500);
        assertThat(result.series()).hasSize(10).allMatch(second -> second.succeeded() == 50 && second.inFlight() == 5);
        assertThat(Times.seconds(result.latency().mean())).isCloseTo(0.1, within(1e-9));
        assertThat(result.latency().p99()).isZero();
        assertThat(ServiceSide.gross(result)).isEmpty();
    }

    private static Requests failing(double rate, double failed) {
        return new Requests(
                Optional.of(new Count(rate, 0.5)),
                Optional.of(new Count(5, 0.1)),
                0,
                "port 80: by its own count",
                new Requests.Told(failed, Double.NaN, 0),
                List.of(),
                OptionalDouble.empty());
    }

    @Test
    void errorsThatTheServiceCountsAreErrorsOfTheLoad() throws Exception {
        Probe counting = new Seen(50, 5) {
            @Override
            public Optional<Requests> requests(Window window) {
                return Optional.of(failing(50, 20));
            }
        };
        LoadResult result = beside(told(Source.SERVICE, 0), counting);

        assertThat(result.requests()).isEqualTo(500);
        assertThat(result.succeeded()).isEqualTo(300);
        assertThat(result.errors()).isEqualTo(Map.of(ErrorKind.STATUS, 200L));
        assertThat(result.throughput().perSecond()).isCloseTo(30, within(1e-9));
        assertThat(result.series()).allMatch(second -> second.succeeded() == 30 && second.failed() == 20);
        assertThat(result.tellsFailures()).isTrue();
    }

    @Test
    void errorsThatNobodyCountsAreNotNone() throws Exception {
        assertThat(beside(told(Source.SERVICE, 0), new Seen(50, 5)).tellsFailures())
                .isFalse();
        assertThat(beside(told(Source.ACTUAL_START, 50), new Seen(50, 5)).tellsFailures())
                .isTrue();
    }

    /** Half of its users wait for answers that never come, of which the tool tells nothing: to the others they look as if they thought. */
    @Test
    void requestsInFlightOfWhichTheToolDoesNotTellMakeTheRunVoid() throws Exception {
        LoadResult told = told(Source.ACTUAL_START, 100);

        assertThat(untold(told, new Seen(100, 30)))
                .hasValueSatisfying(why -> assertThat(why).contains("tells of 5 requests in flight", "to have 30"));
        assertThat(untold(told, new Seen(100, 8))).isEmpty();
        assertThat(untold(told, new Seen(100, 30, window -> false)))
                .as("nobody knows how many")
                .isEmpty();
        assertThat(untold(told(Source.SERVICE, 0), new Seen(100, 30))).isEmpty();
        assertThat(untold(failing(told, ErrorKind.TIMEOUT, 25), new Seen(100, 30)))
                .as("the service may still work on what was given up")
                .isEmpty();
        assertThat(untold(failing(told, ErrorKind.RESET, 1), new Seen(100, 30)))
                .as("and that is one, not 25")
                .isPresent();
    }

    /** 20 users who send at whole seconds, and are answered after half a second: nothing is in flight at the end of any second. */
    @Test
    void usersWhoMoveWithTheClockAreInFlightMeanwhile() throws Exception {
        assertThat(untold(told(Source.ACTUAL_START, 20, 0, 10), new Seen(20, 10)))
                .isEmpty();
        assertThat(untold(told(Source.ACTUAL_START, 20, 0, 10), new Seen(20, 30)))
                .isPresent();
    }

    private static Optional<String> untold(LoadResult told, Probe probe) throws Exception {
        return ServiceSide.untold(told, START.plusSeconds(10), probe);
    }

    @Test
    void whatCannotBeCountedIsNotZero() throws Exception {
        LoadResult told = told(Source.SERVICE, 0);
        Probe blind = new Seen(50, 5, window -> false);

        assertThat(ServiceSide.uncounted(told, START.plusSeconds(10), blind))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("could not be counted (too fast to be told apart)"));
        assertThat(beside(told, blind).generator().tool().orElseThrow().seen()).isEmpty();
        assertThat(ServiceSide.uncounted(told, START.plusSeconds(10), new Seen(50, 5)))
                .isEmpty();
        assertThat(ServiceSide.uncounted(told(Source.ACTUAL_START, 100), START.plusSeconds(10), blind))
                .as("the tool tells by itself")
                .isEmpty();
    }

    @Test
    void aSecondThatCannotBeCountedByItselfIsTakenForTheMean() throws Exception {
        Probe once = new Seen(50, 5, window -> !window.start().equals(START.plusSeconds(3)));

        assertThat(beside(told(Source.SERVICE, 0), once).series())
                .hasSize(10)
                .allMatch(second -> second.succeeded() == 50 && second.inFlight() == 5);
    }

    @Test
    void aSecondWithoutAnyConnectionHadNoRequests() throws Exception {
        Probe late = new Seen(50, 5) {
            @Override
            public Optional<Requests> requests(Window window) {
                return window.start().equals(START) ? Optional.empty() : super.requests(window);
            }
        };

        assertThat(beside(told(Source.SERVICE, 0), late).series().getFirst().succeeded())
                .isZero();
    }

    @Test
    void aLoadOfOursIsAsItWas() throws Exception {
        LoadResult ours = told(Source.SERVICE, 7);
        LoadResult plain = ours.with(new LoadResult.Generator(
                "embedded", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false));
        assertThat(beside(plain, new Seen(50, 5))).isSameAs(plain);
    }
}
