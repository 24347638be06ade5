package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** 40 users get 80/s of a service that nobody sees more of than where they wait. */
class AnswerPaceTest {

    private static final Load.Closed LOAD = Counts.closed(40, 0, new Until.Iterations(10));
    private static final double SECONDS = 10;

    private static List<Double> departures(int batch, double period, double jitter) {
        Random random = new Random(7);
        return IntStream.range(0, (int) (SECONDS / period))
                .boxed()
                .flatMap(
                        tick -> IntStream.range(0, batch).mapToObj(one -> tick * period + jitter * random.nextDouble()))
                .sorted()
                .toList();
    }

    private static Seen seen(double waiting, double sleeping) {
        return Seen.during(SECONDS)
                .pool(virtualThreads(waiting + sleeping)
                        .waits(Activity.AWAITING_OTHER, "", waiting, "shop.Gate.pass:12")
                        .doing(Activity.SLEEPING, sleeping, "shop.Work.nap:16"));
    }

    private static Diagnosis diagnosis(List<Double> departures, double unloaded, double rounds, double roundsAlone) {
        double atWork = 80 * unloaded;
        return Measured.run(
                        LOAD,
                        Counts.departing(Counts.of(LOAD, 80, 0.5, (int) SECONDS), departures),
                        seen(40 - atWork, atWork).rounds("conductor", rounds))
                .alone(unloaded, seen(0, 1).rounds("conductor", roundsAlone))
                .diagnosis();
    }

    private static Diagnosis diagnosis(List<Double> departures, double unloaded) {
        return diagnosis(departures, unloaded, 3, 1);
    }

    private static Optional<LimitKind> kind(Diagnosis found) {
        return found.bindingLimit().map(Limit::kind);
    }

    @Test
    void whatIsLongerThanOneUsersResponseIsAClock() {
        Diagnosis found = diagnosis(departures(8, 0.1, 0.003), 0.07);

        assertThat(kind(found)).hasValue(LimitKind.RATE_LIMITER);
        assertThat(found.capacity()).hasValue(80);
        assertThat(found.summary()).contains("Answers come 8 at a time, every 0.1 s");
        assertThat(found.bindingLimit().orElseThrow().pool()).contains("shop.Gate.pass:12");
    }

    @Test
    void whatIsShorterMayBeServedTogether() {
        Diagnosis found = diagnosis(departures(8, 0.1, 0.003), 0.2);

        assertThat(kind(found)).hasValue(LimitKind.UNKNOWN);
        assertThat(found.capacity()).hasValue(8);
        assertThat(found.remedy().orElseThrow().action())
                .isEqualTo("Look for what lets 8 past every 0.1 s at shop.Gate.pass:12: a bound of 8, or a clock.");
    }

    @Test
    void whereNoPlaceWasSeenOneLooksForWhatLetsSoManyPast() {
        Diagnosis found = Measured.run(
                        LOAD,
                        Counts.departing(Counts.of(LOAD, 80, 0.5, (int) SECONDS), departures(8, 0.1, 0.003)),
                        Seen.during(SECONDS))
                .alone(0.2, Seen.during(SECONDS))
                .diagnosis();

        assertThat(found.capacity()).hasValue(8);
        assertThat(found.remedy().orElseThrow().action())
                .isEqualTo("Look for what lets 8 past every 0.1 s: a bound of 8, or a clock.");
    }

    /** The window of 10 s has 53 of them, and 0.4 of the distance to the next: by what was answered in it they are 8.8 at a time. */
    @Test
    void howManyComeAtATimeIsCountedFromTickToTick() {
        List<Double> nines = departures(9, 0.1873, 0.003);

        assertThat(Measured.run(LOAD, Counts.departing(Counts.of(LOAD, 47, 0.5, (int) SECONDS), nines), seen(31, 9))
                        .alone(0.19, seen(0, 1))
                        .diagnosis()
                        .capacity())
                .hasValue(9);
    }

    private static Diagnosis overConnections(int connections) {
        Seen seen = seen(24, 16)
                .inUse("127.0.0.1:5432", new Network.InUse(connections, 100, 0.98 * connections, 0.9, 80, 80, 0));
        return Measured.run(
                        LOAD,
                        Counts.departing(Counts.of(LOAD, 80, 0.5, (int) SECONDS), departures(8, 0.1, 0.003)),
                        seen)
                .alone(0.2, seen(0, 1))
                .diagnosis();
    }

    /** Eight workers of a downstream that is called over twelve connections: all of these have a call in flight. */
    @Test
    void connectionsAreNotTheLimitWhereFewerAnswersComeAtATime() {
        Diagnosis found = overConnections(12);

        assertThat(kind(found)).hasValue(LimitKind.UNKNOWN);
        assertThat(found.capacity()).hasValue(8);
        assertThat(found.summary()).contains("All 12 connections", "But answers come 8 at a time");
        assertThat(kind(overConnections(8))).hasValue(LimitKind.CONNECTION_POOL);
        assertThat(kind(overConnections(16)))
                .as("which may go in two groups, each in step")
                .hasValue(LimitKind.CONNECTION_POOL);
    }

    /** Of each eight four are those of a pool of four, and the others pass elsewhere and take as long. */
    @Test
    void whereAPoolOfAnotherNumberIsAlwaysAtWorkTheyAreNotCounted() {
        assertThat(besidePool(4).capacity()).isEmpty();
        assertThat(besidePool(4).summary())
                .contains("come 8 at a time")
                .contains("is not known")
                .doesNotContain("so many are served together");
        assertThat(besidePool(8).capacity()).hasValue(8);
        assertThat(besidePool(8).summary()).contains("so many are served together");
        assertThat(besidePool(1).capacity())
                .as("one may serve several together")
                .hasValue(8);
    }

    /** Two consumers that wait for messages in a library of which nobody knows where its threads idle. */
    @Test
    void threadsThatWaitAtTheSameLineWithOneUserAreNoOthersThatServe() {
        assertThat(besideConsumers("lib.Queue.poll:7", 0.2)).hasValue(8);
        assertThat(besideConsumers("lib.Lock.take:3", 0.2))
                .as("what they do under load is something else")
                .isNotEqualTo(OptionalInt.of(8));
        assertThat(besideConsumers("lib.Queue.poll:7", 0.02))
                .as("one user may keep them at it")
                .isNotEqualTo(OptionalInt.of(8));
    }

    private static OptionalInt besideConsumers(String line, double unloaded) {
        int[] looks = IntStream.range(0, 50).map(look -> 2).toArray();
        return Measured.run(
                        LOAD,
                        Counts.departing(Counts.of(LOAD, 80, 0.5, (int) SECONDS), departures(8, 0.1, 0.003)),
                        seen(24, 16).pool(consumers(line)).looks("jobs", looks))
                .alone(unloaded, seen(0, 1).pool(consumers("lib.Queue.poll:7")).looks("jobs", looks))
                .diagnosis()
                .capacity();
    }

    private static Seen.PoolBuilder consumers(String line) {
        return pool("jobs", StationKind.OTHER, 2).active(2).waits(Activity.AWAITING_OTHER, "", 2, line);
    }

    /** Under a load that is not ours, for which all 40 connections have a request in flight. */
    private static Diagnosis besidePool(int busy) {
        int[] looks = IntStream.range(0, 50).map(look -> busy).toArray();
        Seen seen = seen(24, 16)
                .pool(pool("jobs", StationKind.OTHER, busy)
                        .active(busy)
                        .doing(Activity.SLEEPING, busy, "shop.Job.run:5"))
                .looks("jobs", looks)
                .listener(40, 0, 0, 128, 0);
        return Measured.observed(seen, Counts.byKernel(80, 40, departures(8, 0.1, 0.003)));
    }

    @Test
    void theRoundsOfAThreadPaceThem() {
        Diagnosis found = diagnosis(departures(4, 0.05, 0.04), 0.1, 20, 20.1);

        assertThat(kind(found)).hasValue(LimitKind.RATE_LIMITER);
        assertThat(found.capacity()).hasValue(80);
        assertThat(found.summary()).contains("conductor");
    }

    /** One user has 10 answers a second. */
    @Test
    void whoGoesOneRoundForEachRequestOfOneUserIsNoClockAndServesThemTogether() {
        Diagnosis found = diagnosis(departures(4, 0.05, 0.04), 0.1, 20, 10);

        assertThat(kind(found)).hasValue(LimitKind.UNKNOWN);
        assertThat(found.capacity()).hasValue(4);
        assertThat(found.summary()).contains("as often as conductor begins to wait", "served together");
    }

    @Test
    void whoGoesFewerRoundsWithOneUserThanHeHasAnswersIsNeither() {
        assertThat(diagnosis(departures(4, 0.05, 0.04), 0.1, 20, 5).capacity()).isEmpty();
    }

    @Test
    void aThreadOfAnotherRhythmDoesNotPaceThem() {
        assertThat(diagnosis(departures(4, 0.05, 0.04), 0.1, 16, 16).capacity()).isEmpty();
    }

    @Test
    void answersAtRandomHaveNoPace() {
        assertThat(diagnosis(departures(4, 0.05, 0.05), 0.1, 20, 20).capacity()).isEmpty();
        assertThat(diagnosis(departures(4, 0.05, 0.05), 0.1).capacity()).isEmpty();
    }

    /** Answers that come somewhat early or late: R at 10/s is 0.45, and at 20/s next to nothing. */
    @Test
    void whatIsSmearedIsAPaceWhereAllAnswersAre() {
        Diagnosis found = diagnosis(gaussian(8, 0.1, 0.02, 0), 0.07);

        assertThat(kind(found)).hasValue(LimitKind.RATE_LIMITER);
        assertThat(found.summary()).contains("8 at a time");
    }

    /** Half of them keep time, and 4 of these at a time; of all, 8 would be a whole number as well. */
    @Test
    void whatIsWeakBecauseSomePassElsewhereIsNotCounted() {
        assertThat(diagnosis(gaussian(4, 0.1, 0.002, 4), 0.07).capacity()).isEmpty();
    }

    /** @param others at random beside each batch */
    private static List<Double> gaussian(int batch, double period, double deviation, int others) {
        Random random = new Random(11);
        return IntStream.range(1, (int) (SECONDS / period))
                .boxed()
                .flatMap(tick -> IntStream.range(0, batch + others)
                        .mapToObj(one -> one < batch
                                ? tick * period + deviation * random.nextGaussian()
                                : SECONDS * random.nextDouble()))
                .sorted()
                .toList();
    }

    /** A timer that ends what takes any time at its next tick. */
    @Test
    void whatATickOnlyEndsIsNotLetPastByIt() {
        Random random = new Random(3);
        List<Double> departures = IntStream.range(0, (int) (80 * SECONDS))
                .mapToObj(one -> Math.ceil(SECONDS * random.nextDouble() / 0.05) * 0.05)
                .sorted()
                .toList();

        assertThat(diagnosis(departures, 0.1).capacity()).isEmpty();
        assertThat(diagnosis(departures, 0.1, 20, 20).capacity()).isEmpty();
    }

    /** Of six that were seen past a line in every look, and of whom one at a time is at another one. */
    @Test
    void answersInEqualDistancesAreNotThoseOfSeveral() {
        Diagnosis found = heldBySix(departures(1, 0.0125, 0.001), 1);

        assertThat(kind(found)).hasValue(LimitKind.UNKNOWN);
        assertThat(found.capacity()).hasValue(1);
        assertThat(found.summary()).contains("as those of 6 would not", "one is served at a time");
        assertThat(heldBySix(departures(4, 0.05, 0.05), 1).capacity()).hasValue(6);
    }

    @Test
    void whereNobodyIsAloneForSoLongAClockLetsThemPast() {
        Diagnosis found = heldBySix(departures(1, 0.0125, 0.001), 0);

        assertThat(kind(found)).hasValue(LimitKind.RATE_LIMITER);
        assertThat(found.capacity()).hasValue(80);
        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(found.summary()).contains("as those of 6 would not", "a clock lets them past");
    }

    /** The same downstream is called before the gate and behind it: of 2 that are there one may be past it. */
    @Test
    void aDownstreamThatIsCalledTwiceIsNoPlaceOfSeveral() {
        Diagnosis found = callingTwice(160);

        assertThat(kind(found)).isEqualTo(Optional.of(LimitKind.UNKNOWN));
        assertThat(kind(callingTwice(80))).isEqualTo(Optional.of(LimitKind.RATE_LIMITER));
    }

    private static Diagnosis callingTwice(double calls) {
        return Measured.run(
                        LOAD,
                        Counts.departing(Counts.of(LOAD, 80, 0.5, (int) SECONDS), departures(1, 0.0125, 0.001)),
                        Seen.during(SECONDS)
                                .pool(virtualThreads(40)
                                        .waits(Activity.AWAITING_OTHER, "gate", 38, "shop.Gate.pass:12")
                                        .waits(Activity.AWAITING_DOWNSTREAM, "api:443", 2))
                                .calls("api:443", calls, 2 / calls)
                                .resource(
                                        resource("gate", StationKind.UNKNOWN, 6).full(6, 34)))
                .alone(
                        0.025,
                        Seen.during(SECONDS)
                                .pool(virtualThreads(1).waits(Activity.AWAITING_DOWNSTREAM, "api:443", 1))
                                .calls("api:443", calls / 2, 0.025))
                .diagnosis();
    }

    /** @param alone of those at work, who are where only one may be */
    private static Diagnosis heldBySix(List<Double> departures, int alone) {
        return Measured.run(
                        LOAD,
                        Counts.departing(Counts.of(LOAD, 80, 0.5, (int) SECONDS), departures),
                        Seen.during(SECONDS)
                                .pool(virtualThreads(40)
                                        .waits(Activity.AWAITING_OTHER, "gate", 34, "shop.Gate.pass:12")
                                        .doing(Activity.SLEEPING, 6 - alone, "shop.Work.nap:16")
                                        .doing(Activity.SLEEPING, alone, "shop.Till.pay:9"))
                                .resource(
                                        resource("gate", StationKind.UNKNOWN, 6).full(6, 34)))
                .alone(
                        0.075,
                        Seen.during(SECONDS)
                                .pool(virtualThreads(1)
                                        .doing(Activity.SLEEPING, 1 - alone / 6.0, "shop.Work.nap:16")
                                        .doing(Activity.SLEEPING, alone / 6.0, "shop.Till.pay:9")))
                .diagnosis();
    }

    /** All users come again together: that is their round, and nobody's pace. */
    @Test
    void allUsersAtATimeAreNotLetPast() {
        assertThat(diagnosis(departures(40, 0.5, 0.003), 0.2).capacity()).isEmpty();
    }

    @Test
    void whatIsNoWholeNumberIsNotCounted() {
        List<Double> departures = Stream.of(departures(2, 0.03, 0.001), departures(1, 0.075, 0.001))
                .flatMap(List::stream)
                .sorted()
                .toList();

        assertThat(diagnosis(departures, 0.2).capacity()).isEmpty(); // 2.4 of 80/s in 30 ms
    }

    @Test
    void oneAtATimeMayBeAMillisecondLateEachForReasonsOfItsOwn() {
        assertThat(kind(diagnosis(departures(1, 0.0125, 0.0045), 0.07))).hasValue(LimitKind.RATE_LIMITER);
    }

    @Test
    void fourInTurnAreNotOne() {
        double[] began = {0, 0.0155, 0.0235, 0.0395};
        List<Double> turns = IntStream.range(0, 800)
                .mapToObj(turn -> turn / 4 * 0.05 + began[turn % 4])
                .toList();

        assertThat(diagnosis(turns, 0.07).capacity()).isNotEqualTo(OptionalInt.of(1));
    }

    /** Work of 50 ms and of any length follows, as behind a poller that takes eight every 100 ms. */
    @Test
    void whoIsLateForReasonsOfItsOwnStillComesEightAtATime() {
        Random random = new Random(7);
        List<Double> late = departures(8, 0.1, 0).stream()
                .map(time -> time + 0.05 * Math.exp(0.5 * random.nextGaussian()))
                .sorted()
                .toList();

        Diagnosis found = diagnosis(late, 0.2);

        assertThat(found.capacity()).hasValue(8);
    }

    /** Eight servers that began at any time, each for 100 ms: at multiples of their frequency they may fall on ticks as well. */
    @Test
    void serversInSeveralPhasesAreNotHalfAsMany() {
        Random random = new Random(11);
        int wrong = 0;
        for (int again = 0; again < 100; again++) {
            List<Double> turns = IntStream.range(0, 8)
                    .mapToDouble(server -> 0.1 * random.nextDouble())
                    .boxed()
                    .flatMap(began -> IntStream.range(0, (int) (SECONDS / 0.1)).mapToObj(turn -> began + 0.1 * turn))
                    .sorted()
                    .toList();

            OptionalInt told = diagnosis(turns, 0.2).capacity();
            wrong += told.isPresent() && told.getAsInt() < 8 ? 1 : 0;
        }
        assertThat(wrong)
                .as("whose phases cancel out; a quarter by their dispersion alone")
                .isLessThanOrEqualTo(10);
    }

    /** Some of which are late: their work takes from 60 to 140 ms. */
    @Test
    void serversWhoseWorkTakesAnyTimeHaveNoPace() {
        Random random = new Random(13);
        for (int again = 0; again < 50; again++) {
            List<Double> turns = new ArrayList<>();
            for (int server = 0; server < 8; server++) {
                for (double at = 0.1 * random.nextDouble(); at < SECONDS; at += 0.06 + 0.08 * random.nextDouble()) {
                    turns.add(at);
                }
            }
            turns.sort(null);

            assertThat(diagnosis(turns, 0.2).capacity()).isIn(OptionalInt.of(16), OptionalInt.empty());
        }
    }
}
