package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.view.variant.HoldingView.Site;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One resource: who holds how much of what, and who waits for it. */
public record ResourceRow(
        String name,
        String kind,
        String capacity,
        String inUse,
        String waiting,
        String held,
        String full,
        List<Site> holders,
        List<Site> waiters,
        String setting,
        boolean binding) {

    static final int MOST = 3;

    /** Those that are waited for most come first. */
    public static List<ResourceRow> of(Diagnosed run) {
        Optional<Limit> limit = run.diagnosis().flatMap(Diagnosis::bindingLimit);
        return run.observation().map(Observation::resources).orElse(List.of()).stream()
                .sorted(Comparator.comparingDouble(Station::queued)
                        .thenComparingDouble(Station::active)
                        .reversed())
                .map(resource -> row(resource, limit))
                .toList();
    }

    private static ResourceRow row(Station resource, Optional<Limit> limit) {
        boolean rate = resource.kind() == StationKind.RATE_LIMITER;
        return new ResourceRow(
                resource.name(),
                resource.kind().id().replace('-', ' '),
                resource.maximum().isPresent()
                        ? Format.count(resource.maximum().getAsInt()) + (rate ? "/s" : "")
                        : "unknown",
                Format.workers(resource.active()),
                Format.workers(resource.queued()),
                resource.holdingTime().map(held -> Format.seconds(held.value())).orElse(Format.NONE),
                Format.share(resource.saturatedShare()),
                HoldingView.sites(resource.holders(), HoldingView.Of.HOLDERS, MOST),
                HoldingView.sites(resource.waiters(), HoldingView.Of.WAITERS, MOST),
                resource.setting(),
                limit.filter(is -> is.station().equals(resource.id())).isPresent());
    }
}
