package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Diagnoses;
import dev.headroom.report.fixture.Users;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HoldingViewTest {

    @Test
    void holdersAndWaitersOfALimitAreToldByLineWithTheirShares() {
        assertThat(HoldingView.of(Users.commonPool()))
                .extracting(HoldingView::title)
                .containsExactly("Who holds common-pool", "Who waits for common-pool");
        assertThat(words(HoldingView.of(Users.commonPool()).getFirst()))
                .containsExactly(
                        "MetadataClient.phone:58 (96 %, awaiting a downstream)",
                        "MetadataClient.name:44 (4 %, awaiting a downstream)");
    }

    @Test
    void linesWithHardlyAnyShareAreLeftOut() {
        List<CallSite> sites = List.of(
                new CallSite("shop.Orders.find:12", Activity.SLEEPING, 9.97),
                new CallSite("shop.Orders.count:20", Activity.RUNNING, 0.03));
        assertThat(HoldingView.sites(sites, HoldingView.Of.HOLDERS, 6))
                .extracting(HoldingView.Site::frame)
                .containsExactly("shop.Orders.find:12");
    }

    @Test
    void theProcessorIsUsedByTheLinesThatWereSampled() {
        List<HoldingView> processor = HoldingView.of(bound(LimitKind.CPU));
        assertThat(processor)
                .extracting(HoldingView::title)
                .containsExactly("What uses the processor", "What allocates");
        assertThat(words(processor.getFirst())).containsExactly("Json.write:120 (61 %)");
    }

    @Test
    void whoAllocatesMakesTheCollectorWork() {
        assertThat(HoldingView.of(bound(LimitKind.GC)))
                .singleElement()
                .satisfies(holding -> assertThat(words(holding)).containsExactly("Json.copy:88 (44 %)"));
    }

    @Test
    void nobodyIsNamedWhereNothingWasSeen() {
        assertThat(HoldingView.of(bound(LimitKind.LOCK))).isEmpty();
    }

    @Test
    void whoWaitsAtTheLineThatTheLimitHasItsNameOfIsNotToldAgain() {
        assertThat(HoldingView.of(lock("shop.Till.pay:23"))).isEmpty();
        assertThat(HoldingView.of(lock("shop.Till.refund:40")))
                .singleElement()
                .satisfies(holding -> assertThat(words(holding)).containsExactly("Till.refund:40 (100 %)"));
    }

    /** @param waiting the line at which all stand who wait for a lock of {@code Till.pay:23} */
    private static Run lock(String waiting) {
        Run known = Users.commonPool();
        Diagnosis bound = Diagnoses.limit(new Limit(LimitKind.LOCK, "shop.Till.pay:23", OptionalInt.of(2)));
        return Users.with(
                known,
                known.result(),
                known.observation(),
                Optional.of(bound.toBuilder()
                        .sites(List.of(), List.of(new CallSite(waiting, Activity.AWAITING_LOCK, 30)))
                        .build()));
    }

    private static Run bound(LimitKind kind) {
        Run known = Users.commonPool();
        return Users.with(
                known,
                known.result(),
                known.observation(),
                Optional.of(Diagnoses.limit(new Limit(kind, "it", OptionalInt.of(2)))));
    }

    private static List<String> words(HoldingView holding) {
        return holding.sites().stream()
                .map(site -> site.words().replace('\u00a0', ' '))
                .toList();
    }
}
