package dev.headroom.report.view.variant;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.List;

/** A pool over the window. */
public record PoolRow(
        String name,
        String kind,
        String workers,
        String busy,
        String utilization,
        String queue,
        String holding,
        String full,
        List<HoldingView.Site> sites) {

    public static List<PoolRow> of(Diagnosed run) {
        return run.observation().map(Observation::pools).orElse(List.of()).stream()
                .map(PoolRow::of)
                .toList();
    }

    private static PoolRow of(Station pool) {
        return new PoolRow(
                pool.name(),
                Words.of(pool.kind()),
                Format.workers(pool.workers())
                        + (pool.maximum().isPresent()
                                ? " of " + Format.count(pool.maximum().getAsInt())
                                : ""),
                Format.workers(pool.active()),
                pool.maximum().isPresent() ? Format.share(pool.utilization()) : "no bound",
                pool.queue().isPresent()
                        ? Format.workers(pool.queued()) + ", max "
                                + Format.workers(pool.queueMax().orElse(0))
                        : Format.NONE,
                pool.holdingTime().map(time -> Format.seconds(time.value())).orElse(Format.NONE),
                Format.share(pool.saturatedShare()),
                HoldingView.sites(pool.holders(), HoldingView.Of.HOLDERS, ResourceRow.MOST));
    }
}
