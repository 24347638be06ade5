package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.limit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AskedCalleeTest {

    private static final String TARGET = "127.0.0.1:8081";
    private static final Observation SEEN =
            Seen.during(10).connections(TARGET, 1, 0, 0).observation();

    private static Diagnosis bound(Verdict verdict, LimitKind kind, String name, OptionalInt workers) {
        return Diagnosis.builder(verdict, Measure.exact(10, "test"))
                .limit(new Limit(kind, name, workers))
                .standing(Standing.SUPPORTED)
                .build();
    }

    private static Diagnosis downstream(OptionalInt known) {
        return bound(Verdict.DOWNSTREAM_IS_THE_LIMIT, LimitKind.DOWNSTREAM, TARGET, known);
    }

    private static final Diagnosis CALLS =
            bound(Verdict.LIMIT, LimitKind.UNKNOWN, "calls to " + TARGET, OptionalInt.empty());
    private static final Diagnosis GATE =
            bound(Verdict.LIMIT, LimitKind.SEMAPHORE, "Gate", OptionalInt.of(18)).toBuilder()
                    .remedy(new Remedy("Raise the permits of Gate.", OptionalDouble.empty(), ""))
                    .build();
    private static final Diagnosis ROOM = Diagnosis.builder(Verdict.LOAD_IS_THE_LIMIT, Measure.exact(10, "test"))
            .standing(Standing.SUPPORTED)
            .build();

    private static OptionalInt capacity(Diagnosis found) {
        return found.bindingLimit().orElseThrow().workers();
    }

    @Test
    void whoIsAskedIsTheDownstreamOrWhomCallsInFlightGoTo() {
        assertThat(AskedCallee.target(downstream(OptionalInt.empty()), SEEN)).hasValue(TARGET);
        assertThat(AskedCallee.target(CALLS, SEEN)).hasValue(TARGET);
        assertThat(AskedCallee.target(GATE, SEEN)).isEmpty();
        assertThat(AskedCallee.target(ROOM, SEEN)).isEmpty();
    }

    @Test
    void itsLimitIsThatOfTheDownstream() {
        Diagnosis told = AskedCallee.with(downstream(OptionalInt.empty()), TARGET, "desks.jar", GATE);
        assertThat(capacity(told)).hasValue(18);
        assertThat(told.summary())
                .endsWith(
                        "desks.jar, which listens there, was watched under this load: it is bound by Gate, 18 permits (supported).");
        assertThat(told.remedy().orElseThrow().action()).isEqualTo("In desks.jar: Raise the permits of Gate.");
        Diagnosis calls = AskedCallee.with(CALLS, TARGET, "desks.jar", GATE);
        assertThat(calls.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(calls.bindingLimit()).hasValue(limit(LimitKind.DOWNSTREAM, TARGET, 18));
    }

    @Test
    void theSmallerNumberIsToldAndWhatIsSuspectedThereOrIsARateIsNone() {
        assertThat(capacity(AskedCallee.with(downstream(OptionalInt.of(40)), TARGET, "desks.jar", GATE)))
                .hasValue(18);

        assertThat(capacity(AskedCallee.with(downstream(OptionalInt.of(10)), TARGET, "desks.jar", GATE)))
                .hasValue(10);
        Diagnosis suspected = GATE.toBuilder().standing(Standing.SUSPECTED).build();
        assertThat(capacity(AskedCallee.with(downstream(OptionalInt.empty()), TARGET, "desks.jar", suspected)))
                .isEmpty();
        Diagnosis rate = bound(Verdict.LIMIT, LimitKind.RATE_LIMITER, "Bucket", OptionalInt.of(80));
        assertThat(capacity(AskedCallee.with(downstream(OptionalInt.empty()), TARGET, "desks.jar", rate)))
                .isEmpty();
    }

    @Test
    void whereNothingBindsThereItIsOnThisSide() {
        Diagnosis told = AskedCallee.with(CALLS, TARGET, "desks.jar", ROOM);
        assertThat(told.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(told.bindingLimit()).isEqualTo(CALLS.bindingLimit());
        assertThat(told.notes()).singleElement().asString().endsWith("so what binds is on this side of the calls.");
        assertThat(AskedCallee.with(downstream(OptionalInt.empty()), TARGET, "desks.jar", ROOM)
                        .standing())
                .as("they contradict each other")
                .isEqualTo(Standing.SUSPECTED);
    }

    /** Fewer calls show a queue behind them, be it on the way. */
    private static Diagnosis calledLess(Standing standing) {
        return downstream(OptionalInt.empty())
                .judged(standing, List.of(), new Proof(Grounds.CALLED_LESS, 0, List.of(), Optional.empty()));
    }

    @Test
    void whatFewerCallsShowIsProvedByALimitThatIsFoundThereAndByNoneOnlySuspected() {
        assertThat(AskedCallee.with(calledLess(Standing.SUPPORTED), TARGET, "desks.jar", GATE)
                        .standing())
                .isEqualTo(Standing.PROVED);
        Diagnosis suspected = GATE.toBuilder().standing(Standing.SUSPECTED).build();
        assertThat(AskedCallee.with(calledLess(Standing.SUPPORTED), TARGET, "desks.jar", suspected)
                        .standing())
                .isEqualTo(Standing.SUPPORTED);
        assertThat(AskedCallee.with(calledLess(Standing.PROVED), TARGET, "desks.jar", ROOM)
                        .standing())
                .isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void whereItIsOnlySuspectedThatNothingBindsThereItIsNotSaidToBeOnThisSide() {
        Diagnosis suspected = ROOM.toBuilder().standing(Standing.SUSPECTED).build();

        Diagnosis told = AskedCallee.with(downstream(OptionalInt.empty()), TARGET, "desks.jar", suspected);

        assertThat(told.notes()).singleElement().asString().doesNotContain("this side");
    }

    @Test
    void whereItCannotSayWhatBindsThereANoteIsAllThatIsAdded() {
        Diagnosis somewhere = bound(Verdict.LIMIT, LimitKind.UNKNOWN, "a line", OptionalInt.empty());
        Diagnosis found = downstream(OptionalInt.empty());
        Diagnosis told = AskedCallee.with(found, TARGET, "desks.jar", somewhere);
        assertThat(told.notes())
                .containsExactly("desks.jar, which listens at " + TARGET
                        + ", was watched under this load: what binds there could not be told.");
        assertThat(told).usingRecursiveComparison().ignoringFields("notes").isEqualTo(found);
    }

    /** It reads 20 at once, and they wait for the next process. */
    @Test
    void whoWaitsForAnotherInTurnHasNoNumberOfItsOwn() {
        Diagnosis next =
                bound(Verdict.DOWNSTREAM_IS_THE_LIMIT, LimitKind.DOWNSTREAM, "127.0.0.1:9000", OptionalInt.of(6))
                        .toBuilder()
                        .remedy(new Remedy("Give 127.0.0.1:9000 more capacity.", OptionalDouble.empty(), ""))
                        .build();
        Diagnosis told = AskedCallee.with(downstream(OptionalInt.of(20)), TARGET, "desks.jar", next);
        assertThat(capacity(told)).isEmpty();
        assertThat(told.remedy().orElseThrow().action()).isEqualTo("In desks.jar: Give 127.0.0.1:9000 more capacity.");
        assertThat(told.summary()).contains("127.0.0.1:9000, 6 at a time");
        assertThat(AskedCallee.with(calledLess(Standing.SUPPORTED), TARGET, "desks.jar", next)
                        .standing())
                .as("the limit is in neither of them")
                .isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void thatItCouldNotBeWatchedIsSaid() {
        assertThat(AskedCallee.unasked(CALLS, "desks.jar", "it has ended").notes())
                .containsExactly("desks.jar, which is called, could not be watched: it has ended");
    }
}
