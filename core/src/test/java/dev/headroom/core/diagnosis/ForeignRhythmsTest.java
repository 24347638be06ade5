package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A running JVM under somebody else's load, whose rhythm is not the service's: requests wait for what nobody knows, and none of them holds up another. */
class ForeignRhythmsTest {

    private static final double SECONDS = 10;

    private static Diagnosis found(double perSecond, double inFlight, List<Double> departures) {
        Seen seen = Seen.during(SECONDS)
                .pool(virtualThreads(inFlight).waits(Activity.AWAITING_OTHER, "", inFlight, "shop.Quote.await:12"));
        Counted counted = Counts.byKernel(perSecond, inFlight, departures);
        return Measured.observed(seen, counted);
    }

    /** To a tick of the kernel, 4 ms. */
    private static double ticked(double time) {
        return Math.floor(time / 0.004) * 0.004;
    }

    /** As vegeta, wrk2 or Gatling send them, at a constant rate, and each is answered after half a second, sooner or later by 2 ms. */
    @Test
    void requestsAtAConstantRateAreNotServedOneAtATime() {
        Random random = new Random(1);
        List<Double> departures = IntStream.range(0, 500)
                .mapToObj(one -> ticked(one / 50.0 + 0.002 * random.nextGaussian() + 0.01))
                .sorted()
                .toList();

        Diagnosis found = found(50, 25, departures);

        assertThat(found.capacity()).as(found.summary()).isEmpty();
    }

    /** Two workers of a queue fetch ten each every second, and ask for all of them at once: each is answered after 4 s. */
    @Test
    void aClientThatSendsItsBatchesByTheClockIsNoLimitOfTheService() {
        Random random = new Random(2);
        List<Double> departures = IntStream.range(0, 10 * 20)
                .mapToObj(one -> ticked(one / 20 + 0.3 + 0.02 * random.nextDouble()))
                .sorted()
                .toList();

        Diagnosis found = found(20, 80, departures);

        assertThat(found.capacity()).as(found.summary()).isEmpty();
    }

    /** A wheel of 100 ms ends delays of 350 ms, and users came one after the other over their first seconds: ten are in each of four phases, and none waits for another. */
    @Test
    void aWheelThatEndsDelaysOfUsersThatCameEvenlyLetsNobodyPast() {
        List<Double> departures = new ArrayList<>();
        for (int user = 0; user < 40; user++) {
            for (double at = Math.ceil(user * 0.05 / 0.1) * 0.1; at < SECONDS; at += 0.4) {
                departures.add(ticked(at + 0.001 + 0.0001 * (user % 10)));
            }
        }
        departures.sort(null);

        Diagnosis found = found(100, 40, departures);

        assertThat(found.capacity()).as(found.summary()).isEmpty();
    }

    /** Clients that open a connection for each request are gone before the next look: what was timed are the probes of a load balancer, which keeps its connection. */
    @Test
    void aHealthCheckIsNotThePaceOfThousandsThatNobodyTimed() {
        List<Double> departures =
                IntStream.range(0, 50).mapToObj(one -> ticked(one * 0.2 + 0.05)).toList();

        Diagnosis found = found(100, 80, departures);

        assertThat(found.capacity()).as(found.summary()).isEmpty();
    }

    /** Streams of one connection: of those that end between two looks only the last is known, which is a tick before the look. Looks come in nearly equal distances. */
    @Test
    void theLastOfEachConnectionBeforeALookIsNotThePace() {
        Random random = new Random(4);
        List<Double> departures = new ArrayList<>();
        double look = 0;
        while (look < SECONDS) {
            for (int connection = 0; connection < 8; connection++) {
                departures.add(ticked(Math.max(0, look + 0.05 + 0.016 * Math.log(random.nextDouble()))));
            }
            look += 0.1;
        }
        departures.sort(null);

        Diagnosis found = found(500, 200, departures);

        assertThat(found.capacity()).as(found.summary()).isEmpty();
    }

    /** 8 are served at a time every 100 ms, and every fifth is a hit of a cache that waits for nobody: 10 every 100 ms is nobody's number. */
    @Test
    void whatACacheAnswersIsNotPartOfABatch() {
        Random random = new Random(9);
        List<Double> departures = new ArrayList<>();
        for (int tick = 0; tick < 100; tick++) {
            for (int one = 0; one < 8; one++) {
                departures.add(ticked(tick * 0.1 + 0.004 * random.nextDouble()));
            }
            for (int one = 0; one < 2; one++) {
                departures.add(ticked(SECONDS * random.nextDouble()));
            }
        }
        departures.sort(null);

        Diagnosis found = found(100, 40, departures);

        assertThat(found.capacity()).as(found.summary()).isNotEqualTo(OptionalInt.of(10));
    }

    /** The collector stops all for 50 ms in each second, and nothing else has a rhythm. */
    @Test
    void pausesInARhythmAreNoPace() {
        Random random = new Random(9);
        List<Double> departures = IntStream.range(0, 800)
                .mapToDouble(one -> SECONDS * random.nextDouble())
                .map(time -> time % 1 < 0.05 ? Math.floor(time) + 0.05 : time)
                .mapToObj(ForeignRhythmsTest::ticked)
                .sorted()
                .toList();

        Diagnosis found = found(80, 40, departures);

        assertThat(found.capacity()).as(found.summary()).isEmpty();
    }
}
