package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.diagnosis.Place.Kind;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Diagnoses;
import dev.headroom.report.fixture.Evidence;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.text.Binding;
import dev.headroom.report.text.Format;
import dev.headroom.report.view.variant.TermsView.Term;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** An executor and a connection pool are both called {@code orders}. The one that binds is told apart by its id. */
class StationsOfOneNameTest {

    private static final Station EXECUTOR = station("orders", StationKind.EXECUTOR, 5, 0.5);
    private static final Station CONNECTIONS = station("hikari#3", StationKind.CONNECTION_POOL, 10, 0.012);

    @Test
    void theTermsAreThoseOfTheStationThatBinds() {
        Run ofConnections = run(CONNECTIONS.limit(), EXECUTOR, CONNECTIONS);
        assertThat(term(ofConnections, "m"))
                .extracting(Term::meaning, Term::value, Term::source)
                .containsExactly("connections of orders", "10", "its configured size");
        assertThat(seconds(ofConnections)).isEqualTo("12 ms");

        Run ofExecutor = run(EXECUTOR.limit(), CONNECTIONS, EXECUTOR);
        assertThat(term(ofExecutor, "m").source()).contains("busy on average");
        assertThat(seconds(ofExecutor)).isEqualTo("500 ms");
    }

    @Test
    void aCapacityThatNobodyToldIsNoSettingAndNotExact() {
        assertThat(m(CONNECTIONS.limit(), CONNECTIONS)).containsExactly("exact", "its configured size");

        Station counted = CONNECTIONS.toBuilder().counted(true).build();
        assertThat(m(counted.limit(), counted)).containsExactly("unknown", "counted: as many as held it");

        Station untold = CONNECTIONS.toBuilder().maximum(OptionalInt.empty()).build();
        assertThat(m(untold.limit(10), untold)).containsExactly("unknown", "counted: as many as held it");

        assertThat(m(new Limit(LimitKind.DOWNSTREAM, "api:443", OptionalInt.of(9)), CONNECTIONS))
                .containsExactly("unknown", "counted: as many as it had at work");
        assertThat(m(new Limit(LimitKind.CPU, "cpu", OptionalInt.of(2)), CONNECTIONS))
                .containsExactly("exact", "its configured size");
    }

    @Test
    void theRatioIsOfWhatWasServedAndThatHasARowWhereItIsNotTheThroughput() {
        Run run = run(CONNECTIONS.limit(), CONNECTIONS);
        Diagnosis all = with(run, 1);
        assertThat(symbols(all, run)).contains("X / ceiling").doesNotContain("served");

        Diagnosis half = with(run, 2);
        assertThat(symbols(half, run)).contains("served", "served / ceiling").doesNotContain("X / ceiling");
        assertThat(terms(half, run).stream()
                        .filter(term -> term.symbol().equals("served"))
                        .map(Term::value))
                .containsExactly(Format.value(2 * half.throughput().value(), "1/s"));
    }

    /** As many times the throughput served, at a limit that is full. */
    private static Diagnosis with(Run run, double times) {
        Diagnosis known = run.diagnosis().orElseThrow();
        double served = times * known.throughput().value();
        return known.toBuilder()
                .terms(Measure.exact(1, "one"), Measure.exact(1, "one"), Measure.exact(served, "10 / 1"))
                .ratio(1)
                .build();
    }

    private static List<Term> terms(Diagnosis diagnosis, Run run) {
        return TermsView.of(Users.with(run, run.result(), run.observation(), Optional.of(diagnosis)))
                .orElseThrow()
                .terms();
    }

    private static List<String> symbols(Diagnosis diagnosis, Run run) {
        return terms(diagnosis, run).stream().map(Term::symbol).toList();
    }

    private static List<String> m(Limit limit, Station... stations) {
        Term m = term(run(limit, stations), "m");
        return List.of(m.error(), m.source());
    }

    @Test
    void whatOneUserDidNotUseHasNoTimeOfAnother() {
        Run run = run(CONNECTIONS.limit(), EXECUTOR, CONNECTIONS);
        Observation alone = Users.commonPool().observation().orElseThrow().withPools(List.of(EXECUTOR));

        assertThat(TermsView.of(withAlone(run, alone)).orElseThrow().terms())
                .extracting(Term::symbol)
                .doesNotContain("S₀");
    }

    @Test
    void aLimitOfAnEarlierFileIsFoundByItsName() {
        Run run = run(new Limit(LimitKind.CONNECTION_POOL, "orders", OptionalInt.of(10)), CONNECTIONS);

        assertThat(seconds(run)).isEqualTo("12 ms");
    }

    @Test
    void itsHelpersAreNotCountedByTheSizeOfAnother() {
        Station jobs = station("jobs#1", StationKind.WORKERS, 10, 0.1);

        assertThat(Binding.of(run(jobs.limit(), EXECUTOR, jobs)).replace('\u00a0', ' '))
                .isEqualTo("orders, 10 workers");
    }

    @Test
    void onlyTheStationThatBindsIsMarkedInTheChain() {
        assertThat(ChainLink.of(run(CONNECTIONS.limit(), EXECUTOR, CONNECTIONS)))
                .extracting(ChainLink::binding)
                .containsExactly(false);
        assertThat(ChainLink.of(run(EXECUTOR.limit(), CONNECTIONS, EXECUTOR)))
                .extracting(ChainLink::binding)
                .containsExactly(true);
    }

    @Test
    void onlyTheWaitForTheStationThatBindsIsMarked() {
        assertThat(marked(run(CONNECTIONS.limit(), EXECUTOR, CONNECTIONS))).containsExactly("waiting for orders");
        assertThat(marked(run(EXECUTOR.limit(), CONNECTIONS, EXECUTOR))).containsExactly("queue of orders");
    }

    private static Station station(String id, StationKind kind, int maximum, double held) {
        return Station.of(id, kind)
                .name("orders")
                .maximum(OptionalInt.of(maximum))
                .active(maximum)
                .holdingByCompletions(Optional.of(new Measure(held, held / 100, "its own count")))
                .build();
    }

    private static Run run(Limit limit, Station... stations) {
        Diagnosis diagnosis = Evidence.with(
                Diagnoses.limit(limit),
                new Account(
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        List.of(
                                new Place(Kind.QUEUED, "orders", "", 40, 0.4, 0),
                                new Place(Kind.AWAITING_RESOURCE, "hikari#3", "", 50, 0.5, 0)),
                        OptionalDouble.empty()),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        Run known = Users.commonPool();
        Observation seen = known.observation().orElseThrow().withPools(List.of(stations));
        return withAlone(Users.with(known, known.result(), Optional.of(seen), Optional.of(diagnosis)), seen);
    }

    private static Run withAlone(Run run, Observation alone) {
        Measure response = new Measure(0.1, 0.001, "one user");
        return Users.like(
                run,
                run.variant(),
                run.result(),
                run.observation(),
                run.diagnosis(),
                Optional.of(
                        new Baseline(response, Optional.of(response), Optional.of(response), true, Optional.of(alone))),
                List.of());
    }

    private static Term term(Run run, String symbol) {
        return TermsView.of(run).orElseThrow().terms().stream()
                .filter(term -> term.symbol().equals(symbol))
                .findFirst()
                .orElseThrow();
    }

    private static String seconds(Run run) {
        return term(run, "S₀").value().replace('\u00a0', ' ');
    }

    private static List<String> marked(Run run) {
        return Breakdown.of(run).orElseThrow().rows().stream()
                .filter(Breakdown.Row::limit)
                .map(Breakdown.Row::name)
                .toList();
    }
}
