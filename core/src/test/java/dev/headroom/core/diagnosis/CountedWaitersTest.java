package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.conservation.FutureChain;
import dev.headroom.core.conservation.RequestsInHeap;
import dev.headroom.core.conservation.WaiterCounts;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Of a service whose requests no thread shows: its loops idle, and the kernel counts 50 in flight. */
class CountedWaitersTest {

    private static final int USERS = 50;

    private static Inspection inspected(double inFlight) {
        Seen seen = Seen.during(10)
                .pool(pool("loops", StationKind.EVENT_LOOPS).active(0.1).doing(Activity.RUNNING, 0.1));
        return Doctor.inspect("shop", seen.observation(), Optional.of(Counts.byKernel(100, 1, inFlight)));
    }

    private static WaiterCounts heaps(long bound) {
        return new WaiterCounts(List.of(heap(42, bound), heap(40, bound)));
    }

    private static RequestsInHeap heap(int waiting, long bound) {
        return new RequestsInHeap(
                clients(USERS),
                Map.of(
                        new Near(
                                "shop.Gate",
                                Map.of("line.size", (long) waiting, "most", bound),
                                3,
                                "shop.Order",
                                waiting),
                        clients(waiting)),
                Map.of(),
                Optional.empty());
    }

    private static Set<Integer> clients(int most) {
        return IntStream.range(0, most).boxed().collect(Collectors.toSet());
    }

    @Test
    void aLimitThatNoThreadShowsIsNamedAndStaysSuspected() {
        Inspection found = inspected(USERS);
        assertThat(found.found().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(CountedWaiters.wouldTell(found)).isTrue();

        Diagnosis read = CountedWaiters.with(found.found(), heaps(8));

        assertThat(read.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(read.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(read.bindingLimit()).contains(limit(LimitKind.UNKNOWN, "Gate", 8));
        assertThat(read.summary()).contains("42, then 40 requests in flight", "There 8 is most");
        assertThat(read.remedy())
                .hasValueSatisfying(
                        remedy -> assertThat(remedy.action()).startsWith("Raise the 8 that Gate lets past"));
    }

    @Test
    void aNumberThatIsKnownGetsAName() {
        Diagnosis paced = paced(8);

        assertThat(CountedWaiters.with(paced, heaps(2)).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("Gate"));
        assertThat(CountedWaiters.with(paced, heaps(2)).remedy())
                .as("the heap says no number")
                .hasValueSatisfying(remedy -> assertThat(remedy.action()).startsWith("Look at Gate"));
        assertThat(CountedWaiters.with(paced, heaps(8)).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("Gate"));
    }

    /** Of connections that the kernel counts nobody knows who lets no more of them be opened; what a client says itself is known. */
    @Test
    void connectionsThatNoClientCountsMayBeAsManyAsAGateLetsPast() {
        Inspection unseen = inspected(USERS);
        Inspection kernel = unseen.with(connections("connections to 127.0.0.1:5432", 8));
        Inspection client = Doctor.inspect(
                        "shop",
                        Seen.during(10)
                                .resource(Seen.resource("client", StationKind.CONNECTION_POOL, 8)
                                        .used(8, 40))
                                .observation(),
                        Optional.of(Counts.byKernel(100, 1, USERS)))
                .with(connections("client", 8));

        assertThat(CountedWaiters.wouldTell(kernel)).isTrue();
        assertThat(CountedWaiters.wouldTell(client)).isFalse();

        assertThat(CountedWaiters.with(kernel.found(), heaps(8)).bindingLimit())
                .contains(limit(LimitKind.UNKNOWN, "Gate", 8));
        Diagnosis differs = CountedWaiters.with(connections("connections to 127.0.0.1:5432", 6), heaps(8));
        assertThat(differs.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("Gate");
            assertThat(limit.workers()).isEmpty();
        });
        assertThat(differs.summary()).contains("lets 8 past, and the connections 6");
    }

    private static Diagnosis connections(String name, int most) {
        return CountedWaiters.with(inspected(USERS).found(), heaps(8)).toBuilder()
                .limit(limit(LimitKind.CONNECTION_POOL, name, most))
                .build();
    }

    @Test
    void whereHeapAndAnswersDifferNeitherNumberIsTold() {
        Diagnosis read = CountedWaiters.with(paced(6), heaps(8));

        assertThat(read.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("Gate");
            assertThat(limit.workers()).isEmpty();
        });
        assertThat(read.summary()).contains("lets 8 past, and the answers 6");
        assertThat(read.remedy())
                .hasValueSatisfying(remedy -> assertThat(remedy.action()).doesNotContainPattern("[68]"));
    }

    private static Diagnosis paced(int most) {
        return CountedWaiters.with(inspected(USERS).found(), heaps(8)).toBuilder()
                .limit(limit(LimitKind.UNKNOWN, "a place that was not seen", most))
                .build();
    }

    @Test
    void aPlaceWithoutANumberIsToldAndNothingIsBlamed() {
        Diagnosis found = inspected(USERS).found();

        Diagnosis read = CountedWaiters.with(found, heaps(2));

        assertThat(read.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(read.bindingLimit()).isEmpty();
        assertThat(read.summary()).startsWith(found.summary()).contains("lead to Gate");
    }

    @Test
    void whereNothingCountsThemThatIsANote() {
        Diagnosis found = inspected(USERS).found();

        Diagnosis read = CountedWaiters.with(
                found,
                new WaiterCounts(List.of(
                        new RequestsInHeap(clients(USERS), Map.of(), Map.of(), Optional.empty()), heap(40, 8))));

        assertThat(read.summary()).isEqualTo(found.summary());
        assertThat(read.notes()).anyMatch(note -> note.contains("no object was found"));
    }

    @Test
    void noHeapIsReadWhereNobodyCountsTheRequests() {
        assertThat(CountedWaiters.wouldTell(inspected(Double.NaN))).isFalse();
    }

    private static WaiterCounts chains(boolean inOrder, Set<Integer> first, Set<Integer> second) {
        return new WaiterCounts(List.of(chains(1, inOrder, first), chains(1, inOrder, second)));
    }

    private static RequestsInHeap chains(int many, boolean inOrder, Set<Integer> clients) {
        return chains(many, inOrder, clients, Set.of(0));
    }

    private static RequestsInHeap chains(int many, boolean inOrder, Set<Integer> clients, Set<Integer> next) {
        return new RequestsInHeap(
                clients(USERS),
                Map.of(),
                Map.of(),
                Optional.of(new FutureChain("shop.Ledger", clients, next, OptionalInt.of(many), inOrder)));
    }

    @Test
    void ofSeveralChainsEachLetsOnePast() {
        Diagnosis read = CountedWaiters.with(
                inspected(USERS).found(),
                new WaiterCounts(List.of(chains(2, false, clients(42)), chains(2, false, clients(40)))));

        assertThat(read.bindingLimit()).contains(limit(LimitKind.UNKNOWN, "Ledger", 2));
        assertThat(read.summary()).contains("links of 2 chains of futures", "one of each chain at a time");
    }

    /** Where who is served is a link as well, all users are links all the while. */
    @Test
    void whoseTurnItIsChangesThoughAllAreLinks() {
        Diagnosis read = CountedWaiters.with(
                inspected(USERS).found(),
                new WaiterCounts(List.of(
                        chains(2, false, clients(USERS), Set.of(3, 4)),
                        chains(2, false, clients(USERS), Set.of(9, 10)))));

        assertThat(read.bindingLimit()).contains(limit(LimitKind.UNKNOWN, "Ledger", 2));
    }

    @Test
    void aNumberOfChainsThatChangesIsNone() {
        Diagnosis read = CountedWaiters.with(
                inspected(USERS).found(),
                new WaiterCounts(List.of(chains(2, false, clients(42)), chains(3, false, clients(40)))));

        assertThat(read.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("Ledger");
            assertThat(limit.workers()).isEmpty();
        });
    }

    @Test
    void requestsThatAreLinksOfOneChainOfFuturesPassOneAtATime() {
        Diagnosis read = CountedWaiters.with(inspected(USERS).found(), chains(false, clients(42), clients(40)));

        assertThat(read.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(read.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(read.bindingLimit()).contains(limit(LimitKind.UNKNOWN, "Ledger", 1));
    }

    @Test
    void aChainThatOnlyGivesBackInOrderIsThePlaceAndNoLimit() {
        Diagnosis read = CountedWaiters.with(inspected(USERS).found(), chains(true, clients(42), clients(40)));

        assertThat(read.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(read.summary()).contains("given back there in order");
    }

    /** As of subscribers, whose futures nobody completes. */
    @Test
    void aChainOfTheSameClientsInEachHeapIsNotWhereRequestsWait() {
        Diagnosis read = CountedWaiters.with(inspected(USERS).found(), chains(false, clients(42), clients(42)));

        assertThat(read.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(read.summary()).doesNotContain("chain");
    }

    @Test
    void aChainOfClientsThatAskForNothingIsNotWhereRequestsWait() {
        Set<Integer> idle = IntStream.range(USERS, USERS + 42).boxed().collect(Collectors.toSet());
        Set<Integer> others = IntStream.range(USERS + 1, USERS + 43).boxed().collect(Collectors.toSet());

        Diagnosis read = CountedWaiters.with(inspected(USERS).found(), chains(false, idle, others));

        assertThat(read.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(read.summary()).doesNotContain("chain");
    }
}
