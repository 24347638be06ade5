package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Services whose answers come in equal distances for another reason than the one told. */
class OtherRhythmsTest {

    private static final double SECONDS = 10;

    /** @param workers that a rule counted past the gate; 0 where it counted none */
    private static Diagnosis diagnosis(
            int users, double throughput, List<Double> departures, double unloaded, double rounds, int workers) {
        Load.Closed load = Counts.closed(users, 0, new Until.Iterations(10));
        double atWork = workers > 0 ? workers : Math.min(users / 2.0, throughput * unloaded);
        Seen seen = Seen.during(SECONDS)
                .pool(virtualThreads(users)
                        .waits(Activity.AWAITING_OTHER, workers > 0 ? "gate" : "", users - atWork, "shop.Gate.pass:12")
                        .doing(Activity.SLEEPING, atWork, "shop.Work.nap:16"))
                .rounds("housekeeper", rounds);
        if (workers > 0) {
            seen.resource(resource("gate", StationKind.UNKNOWN, workers).full(workers, users - atWork));
        }
        Seen alone = Seen.during(SECONDS)
                .pool(virtualThreads(1).doing(Activity.SLEEPING, 1, "shop.Work.nap:16"))
                .rounds("housekeeper", rounds);
        return Measured.run(
                        load,
                        Counts.departing(Counts.of(load, throughput, users / throughput, (int) SECONDS), departures),
                        seen)
                .alone(unloaded, alone)
                .diagnosis();
    }

    private static Optional<LimitKind> kind(Diagnosis found) {
        return found.bindingLimit().map(Limit::kind);
    }

    private static List<Double> atRandom(double throughput, double seconds, DoubleUnaryOperator moved) {
        Random random = new Random(5);
        return DoubleStream.generate(() -> moved.applyAsDouble(SECONDS - seconds * random.nextDouble()))
                .limit(Math.round(throughput * seconds))
                .sorted()
                .boxed()
                .toList();
    }

    private static void add(List<Double> all, Random random, int answers, double at) {
        for (int i = 0; i < answers; i++) {
            all.add(at + 0.001 * random.nextDouble());
        }
    }

    /** What the recorder keeps are whole tenths of a millisecond: answers at random, 20,000 a second, fall on the ticks of 10 kHz, and so do those of 10,000. */
    @Test
    void theRecordersOwnClockIsNoPace() {
        List<Double> random = atRandom(20_000, 4096 / 20_000.0, time -> time);

        assertThat(diagnosis(400, 20_000, random, 0.002, 3, 0).capacity()).isEmpty();
    }

    /** Six at a time, each for 0.6 ms, at random: it is the recorder's tick that comes 10,000 times a second. */
    @Test
    void theRecordersOwnClockRefutesNothing() {
        List<Double> random = atRandom(10_000, 4096 / 10_000.0, time -> time);

        assertThat(diagnosis(400, 10_000, random, 0.0006, 3, 6).capacity()).hasValue(6);
    }

    /** Ten permits, 50 ms each, that each request takes twice, first come, first served: four batches of ten go through the first time, then the second. */
    @Test
    void whoIsVisitedTwiceServesTwiceAsMany() {
        List<Double> all = new ArrayList<>();
        Random random = new Random(1);
        for (int slot = 0; slot < 200; slot++) {
            if (slot / 4 % 2 == 1) {
                add(all, random, 10, slot * 0.05);
            }
        }
        Diagnosis found = diagnosis(40, 100, all, 0.1, 3, 0);

        assertThat(found.capacity().orElse(10)).isEqualTo(10);
    }

    /** Two are seen past the gate in every look, 25 ms each; the second began 11 ms after the first: one of seven beginnings is so near to the middle. */
    @Test
    void twoInTurnsAreNotOne() {
        List<Double> all = new ArrayList<>();
        Random random = new Random(1);
        for (int round = 0; round < 398; round++) {
            add(all, random, 1, round * 0.025);
            add(all, random, 1, round * 0.025 + 0.011);
        }

        assertThat(diagnosis(40, 80, all, 0.026, 3, 2).capacity()).hasValue(2);
    }

    /** Six are past the gate, each for 75 ms of random length; a thread of housekeeping takes all locks for 20 ms, ten times a second. */
    @Test
    void whatStallsAnswersNowAndThenLetsNobodyPast() {
        List<Double> all = atRandom(80.3, SECONDS, time -> time % 0.1 < 0.02 ? time - time % 0.1 + 0.02 : time);
        Diagnosis found = diagnosis(40, 80.3, all, 0.075, 10, 6);

        assertThat(kind(found)).isNotEqualTo(Optional.of(LimitKind.RATE_LIMITER));
        assertThat(found.capacity()).hasValue(6);
    }

    /** Twenty streams, 50 ms each, in step; a wheel timer for timeouts ticks every 10 ms, and 100/s is a harmonic of 20/s. */
    @Test
    void aTimersTickThatIsAHarmonicPacesNothing() {
        List<Double> all = new ArrayList<>();
        Random random = new Random(1);
        for (int slot = 0; slot < 199; slot++) {
            add(all, random, 20, slot * 0.05);
        }
        Diagnosis found = diagnosis(80, 400, all, 0.05, 100, 0);

        assertThat(kind(found)).isNotEqualTo(Optional.of(LimitKind.RATE_LIMITER));
        assertThat(found.capacity().orElse(20)).isEqualTo(20);
    }

    /** Six past the gate, each until a wheel timer's next tick of 10 ms: it rounds the times, and lets nobody past. */
    @Test
    void whatRoundsTimesIsNoLimiter() {
        List<Double> all = atRandom(200, SECONDS, time -> 0.01 * Math.ceil(time * 100));
        Diagnosis found = diagnosis(40, 200, all, 0.03, 100, 6);

        assertThat(kind(found)).isNotEqualTo(Optional.of(LimitKind.RATE_LIMITER));
        assertThat(found.capacity()).hasValue(6);
    }

    /** Eight connections in step, 93 ms alone and 100 ms when eight of them share the database's disk: nothing goes by a clock. */
    @Test
    void whoIsSomewhatSlowerUnderLoadIsNoClock() {
        List<Double> all = new ArrayList<>();
        Random random = new Random(1);
        for (int slot = 0; slot < 99; slot++) {
            add(all, random, 8, slot * 0.1);
        }

        assertThat(kind(diagnosis(40, 80, all, 0.093, 3, 0))).isNotEqualTo(Optional.of(LimitKind.RATE_LIMITER));
    }

    /** A callee whose control group runs it 50 ms of each 100: answers at random in one half. Of all, 8.05 are answered in each, by chance. */
    @Test
    void whatIsStoppedHalfOfTheTimeLetsNobodyPast() {
        List<Double> all = atRandom(80.5, SECONDS, time -> time - time % 0.1 + time % 0.1 / 2);

        assertThat(kind(diagnosis(40, 80.5, all, 0.02, 3, 0))).isNotEqualTo(Optional.of(LimitKind.RATE_LIMITER));
    }
}
