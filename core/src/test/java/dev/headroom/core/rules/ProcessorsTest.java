package dev.headroom.core.rules;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** 30 users get 50 responses/s of two cores that are full. */
class ProcessorsTest {

    private static final Load.Closed LOAD = Counts.closed(30, 0, new Until.Iterations(10));

    /** @param cores that one user's ten requests a second take */
    private static Diagnosis diagnosis(double cores) {
        return measured(cores).diagnosis();
    }

    private static Measured measured(double cores) {
        Seen loaded = Seen.during(50)
                .pool(pool("workers", StationKind.OTHER, 30).active(30).doing(Activity.RUNNING, 30))
                .processor(2, 14, 0);
        Seen alone = Seen.during(10)
                .pool(pool("workers", StationKind.OTHER, 1).active(1).doing(Activity.RUNNING, 1))
                .processor(cores, 0, 0);
        return Measured.run(LOAD, 50, 0.6, 50, loaded).alone(0.1, alone);
    }

    private static double room(double cores) {
        Measured measured = measured(cores);
        return Case.of(measured.measurement(), measured.diagnosis()).candidates().stream()
                .filter(one -> one.target().equals(Hypothesis.CPU))
                .findFirst()
                .orElseThrow()
                .room();
    }

    @Test
    void whatOneUsersRequestComputesIsWhatTheProcessorIsFullOf() {
        Diagnosis diagnosis = diagnosis(0.4);

        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    /** Threads that spin for a lock use what others leave. */
    @Test
    void aProcessorThatIsFullOfSomethingElseIsSuspectedOnly() {
        Diagnosis diagnosis = diagnosis(0.03);

        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("With one user it would carry"));
    }

    /** Less of the processor slows threads that spin in proportion as well: then it is no proof. */
    @Test
    void aProcessorThatIsFullOfSomethingElseHasNoRoomInWhichItIsProved() {
        assertThat(room(0.4)).isGreaterThan(2);
        assertThat(room(0.03)).isEqualTo(1);
        assertThat(room(0.16))
                .as("on two cores one that spins wastes no more than half")
                .isEqualTo(1);
    }

    /** Of two cores 0.9 are the service's, and the others a downstream's and the generator's: it takes what one user's request takes. */
    @Test
    void whatOthersOfTheRunUseIsNoWaste() {
        Seen loaded = Seen.during(50)
                .pool(pool("workers", StationKind.OTHER, 30).active(30).doing(Activity.RUNNING, 30))
                .machine(2, 0.9, 2, 14);
        Seen alone = Seen.during(10)
                .pool(pool("workers", StationKind.OTHER, 1).active(1).doing(Activity.RUNNING, 1))
                .machine(2, 0.18, 0.3, 0);
        Diagnosis diagnosis =
                Measured.run(LOAD, 50, 0.6, 50, loaded).alone(0.1, alone).diagnosis();
        assertThat(diagnosis.notes()).noneMatch(note -> note.contains("With one user it would carry"));
    }

    /** 30 users get 50 responses/s of a machine of eight cores. */
    private static Seen ofEight(double service, double all, double delay) {
        return Seen.during(50)
                .pool(pool("workers", StationKind.OTHER, 30).active(30).doing(Activity.RUNNING, 30))
                .machine(8, service, all, delay);
    }

    private static Diagnosis diagnosis(Seen seen) {
        return Measured.run(LOAD, 50, 0.6, 50, seen).alone(0.1).diagnosis();
    }

    /** Two threads of a client compute with each answer of a downstream; 20 more answers lie there until they have a core. */
    @Test
    void answersThatLieUnreadWaitForAFullProcessor() {
        assertThat(kind(unread(1.9, 2, 4))).isEqualTo(LimitKind.CPU);
        assertThat(kind(unread(0.4, 0.5, 0))).isNotEqualTo(LimitKind.CPU);
        assertThat(unread(0.4, 0.5, 0).notes())
                .contains("On average 20 answers of 10.0.0.7:80 lie unread in this process:"
                        + " the threads that read them are at something else.");
    }

    private static Diagnosis unread(double service, double all, double delay) {
        Seen loaded = Seen.during(50)
                .pool(pool("client", StationKind.EVENT_LOOPS, 4).active(2).doing(Activity.RUNNING, 2))
                .inUse("10.0.0.7:80", new InUse(30, 100, 26, 0.1, 50, 50, 20))
                .machine(2, service, all, delay);
        Seen alone = Seen.during(10)
                .pool(pool("client", StationKind.EVENT_LOOPS, 4).active(0.4).doing(Activity.RUNNING, 0.4))
                .inUse("10.0.0.7:80", new InUse(1, 100, 0.6, 0.6, 10, 10, 0))
                .machine(2, service / 5, all / 5, 0);
        return Measured.run(LOAD, 50, 0.6, 50, loaded).alone(0.1, alone).diagnosis();
    }

    @Test
    void whatOthersUseIsNotHeldAgainstTheQuotaOfOne() {
        Diagnosis diagnosis = diagnosis(ofEight(0.3, 3.3, 2).throttled(1.2, 0.01));

        assertThat(diagnosis.bindingLimit().map(Limit::kind))
                .as(diagnosis.summary())
                .isNotEqualTo(Optional.of(LimitKind.CPU));
        assertThat(diagnosis.notes()).noneMatch(note -> note.startsWith("Others on this machine used"));
    }

    @Test
    void aQuotaIsUsedUpByTheServiceAloneAndMayBeAPartOfACore() {
        Diagnosis diagnosis = diagnosis(ofEight(1.2, 4.2, 20).throttled(1.2, 0.05));

        assertThat(diagnosis.bindingLimit()).contains(new Limit(LimitKind.CPU, "cpu", OptionalInt.empty()));
        assertThat(diagnosis.summary()).contains("the service uses 1.2 of the 1.2 cores that it is granted");
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(50, within(0.1));
    }

    @Test
    void aQuotaThatStopsTheServiceIsTheLimitAndNotTheProcessor() {
        Diagnosis diagnosis = diagnosis(ofEight(1.2, 4.2, 20).throttled(1.2, 0.6));

        assertThat(kind(diagnosis)).isEqualTo(LimitKind.THROTTLING);
        assertThat(diagnosis.summary()).contains("for up to 60 % of the time");
    }

    @Test
    void ofAFullMachineTheQuotaIsNotTheLimit() {
        Diagnosis diagnosis = diagnosis(ofEight(2, 7.9, 20).throttled(6, 0));

        assertThat(diagnosis.notes())
                .anyMatch(note -> note.startsWith("Others on this machine used 5.9 of its 8 cores"));
    }

    /** The load generator has processors of its own. */
    @Test
    void whatTheRunUsesElsewhereDoesNotFillTheProcessorsOfTheService() {
        assertThat(pinned(0.5, 0.6)).isNotEqualTo(Optional.of(LimitKind.CPU));
        assertThat(pinned(4.4, 4.6)).as("more than half used").isNotEqualTo(Optional.of(LimitKind.CPU));
    }

    private static Optional<LimitKind> pinned(double service, double all) {
        return Measured.run(LOAD, 50, 0.6, 50, ofEight(service, all, 0.5))
                .alone(0.1)
                .processes("service", Map.of("service", 50 * service, "generator", 380.0))
                .diagnosis()
                .bindingLimit()
                .map(Limit::kind);
    }

    /** 60 s that leave no core, in which a downstream uses 0.7 of two, and then a single request that hangs until its client gives it up. */
    @Test
    void whoWaitsForTheLastRequestIsNotCountedAsTimeInWhichTheOthersRest() {
        Seen loaded = Seen.during(50)
                .pool(pool("workers", StationKind.OTHER, 30).active(30).doing(Activity.RUNNING, 30))
                .machine(2, 1, 1.97, 0.6);
        Measured hung = Measured.run(LOAD, oneHangs(60, 170), loaded)
                .alone(0.1)
                .processes("service", Map.of("service", 61.0, "downstream", 42.0, "headroom", 15.0));

        assertThat(hung.measurement().cores().get("downstream")).isCloseTo(0.7, within(0.04));
        assertThat(hung.diagnosis().bindingLimit().map(Limit::kind)).contains(LimitKind.CPU);
    }

    /** 50 answers a second. */
    private static LoadResult oneHangs(int busy, int seconds) {
        List<Second> series = IntStream.range(0, seconds)
                .mapToObj(i -> i < busy
                        ? new Second(i, 50, 50, 0, 30, OptionalDouble.empty(), 600, 600, 600, 600)
                        : new Second(
                                i,
                                0,
                                0,
                                i == seconds - 1 ? 1 : 0,
                                i == seconds - 1 ? 0 : 1,
                                OptionalDouble.empty(),
                                0,
                                0,
                                0,
                                0))
                .toList();
        return Counts.result(50L * busy, 1, seconds, 0.6, series);
    }

    /** Three users who are answered together, every five seconds: in most seconds nothing comes to an end. */
    @Test
    void secondsInWhichNothingEndsArePartOfALoadThatIsAnsweredSlowly() {
        List<Second> series = IntStream.range(0, 60)
                .mapToObj(i -> i % 5 == 0
                        ? new Second(i, 3, i == 0 ? 0 : 3, 0, 3, OptionalDouble.empty(), 5000, 5000, 5000, 5000)
                        : new Second(i, 0, 0, 0, 3, OptionalDouble.empty(), 0, 0, 0, 0))
                .toList();
        Measured slow = Measured.run(
                        LOAD,
                        Counts.result(33, 0, 60, 5, series),
                        Seen.during(50).machine(2, 0.5, 1.5, 0))
                .processes("service", Map.of("service", 30.0, "downstream", 60.0));

        assertThat(slow.measurement().cores().get("downstream")).isCloseTo(1, within(0.01));
    }
}
