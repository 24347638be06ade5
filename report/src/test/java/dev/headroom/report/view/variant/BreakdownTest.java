package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.diagnosis.Place.Kind;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Diagnoses;
import dev.headroom.report.fixture.Evidence;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.text.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BreakdownTest {

    private static final Place COMPUTING = new Place(Kind.RUNNING, "", "", 1, 0.01, 0.01);
    private static final Place LOST = new Place(Kind.NOT_FOUND, "", "", 0.1, 0.001, 0);

    @Test
    void partsFillTheirBarAndTheLongerBarFillsTheAxis() {
        Breakdown breakdown = Breakdown.of(Users.commonPool()).orElseThrow();
        assertThat(breakdown.loaded().width()).isEqualTo("100.00");
        assertThat(breakdown.loaded().parts().stream()
                        .mapToDouble(part -> Double.parseDouble(part.width()))
                        .sum())
                .isBetween(99.9, 100.1);
    }

    @Test
    void aShortBarIsMagnifiedAndSaysSo() {
        Breakdown breakdown = Breakdown.of(Users.commonPool()).orElseThrow();
        assertThat(breakdown.magnified()).isEqualTo("81×");
        assertThat(breakdown.alone().orElseThrow().width()).isEqualTo("100.00");
        assertThat(breakdown.shrink()).isEqualTo("1.24");
        assertThat(Breakdown.of(Users.sequential()).orElseThrow().magnified()).isEmpty();
    }

    /** The mean of the whole run, with its ramp, is another. */
    @Test
    void whatTheTimeUnderLoadIsTheMeanOfIsSaid() {
        assertThat(Breakdown.of(Users.commonPool()).orElseThrow().whose())
                .isEqualTo("A mean response while the load was fully on");
    }

    @Test
    void onlyTheWaitForTheNamedLimitIsMarked() {
        assertThat(Breakdown.of(Users.commonPool()).orElseThrow().rows())
                .filteredOn(Breakdown.Row::limit)
                .extracting(Breakdown.Row::name)
                .containsExactly("queue of common-pool");
    }

    @Test
    void waitingForACoreIsTheWaitForTheProcessor() {
        Place ready = new Place(Kind.READY, "", "", 40, 0.4, 0);
        assertThat(of(LimitKind.CPU, "cpu", COMPUTING, ready).rows())
                .filteredOn(Breakdown.Row::limit)
                .extracting(Breakdown.Row::name)
                .containsExactly("ready, without a core");
    }

    @Test
    void requestsThatTheEntryPoolHasNotReadWaitForIt() {
        Place unread = new Place(Kind.UNREAD, "", "", 40, 0.4, 0);
        assertThat(of(LimitKind.WORKER_POOL, "tomcat-8888", unread, COMPUTING).rows())
                .filteredOn(Breakdown.Row::limit)
                .hasSize(1);
    }

    @Test
    void smallPlacesAreOneRowButWhatWasNotFoundIsAlwaysTold() {
        List<Place> places = new ArrayList<>(List.of(LOST, new Place(Kind.QUEUED, "orders", "", 90, 0.9, 0)));
        for (int i = 0; i < 5; i++) {
            places.add(new Place(Kind.AWAITING_RESOURCE, "lock-" + i, "", 0.01, 0.0001, 0));
        }
        assertThat(of(LimitKind.WORKER_POOL, "orders", places.toArray(Place[]::new))
                        .rows())
                .extracting(Breakdown.Row::name)
                .containsExactly("not found", "queue of orders", "5 other places");
    }

    @Test
    void locksOfOneNameAreOneRow() {
        Place one = new Place(Kind.AWAITING_RESOURCE, "Accounts", "", 20, 0.2, 0);
        assertThat(of(LimitKind.LOCK, "Accounts", COMPUTING, one, one).rows())
                .filteredOn(Breakdown.Row::limit)
                .extracting(Breakdown.Row::name, Breakdown.Row::loaded)
                .containsExactly(tuple("waiting for Accounts", Format.seconds(0.4)));
    }

    @Test
    void withoutABaselineThereIsOneBarAndNothingIsComparedWithIt() {
        Breakdown breakdown =
                of(LimitKind.WORKER_POOL, "orders", new Place(Kind.QUEUED, "orders", "", 90, 0.9, 0), LOST);
        assertThat(breakdown.alone()).isEmpty();
        assertThat(breakdown.rows()).extracting(Breakdown.Row::alone).containsOnly("–");
        assertThat(breakdown.summary()).contains("is not known");
    }

    @Test
    void theTimeOfARunIsThatWhileItsLoadWasFullyOn() {
        assertThat(Breakdown.of(Users.commonPool()).orElseThrow().summary())
                .startsWith("While the load was fully on a response took");
        assertThat(Breakdown.of(someoneElses()).orElseThrow().summary()).startsWith("Under load a response takes");
    }

    @Test
    void aRunWithoutPlacesHasNoPicture() {
        assertThat(of(Diagnoses.of(Diagnosis.Verdict.UNKNOWN))).isEmpty();
    }

    private static Breakdown of(LimitKind kind, String pool, Place... places) {
        return of(Evidence.with(
                        Diagnoses.limit(new Limit(kind, pool, OptionalInt.empty())),
                        new Diagnosis.Account(
                                Optional.empty(), Optional.empty(), false, List.of(places), OptionalDouble.empty()),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of()))
                .orElseThrow();
    }

    /** Nobody knows when a load is fully on that is not Headroom's own. */
    private static Inspection someoneElses() {
        Run run = Users.commonPool();
        Inspection seen = Doctor.inspect("shop", run.observation().orElseThrow(), Optional.empty());
        return new Inspection(
                "shop",
                seen.startedAt(),
                seen.workload(),
                seen.seen(),
                run.diagnosis().orElseThrow(),
                Optional.empty(),
                List.of());
    }

    private static Optional<Breakdown> of(Diagnosis diagnosis) {
        Run known = Users.commonPool();
        return Breakdown.of(Users.with(known, known.result(), known.observation(), Optional.of(diagnosis)));
    }
}
