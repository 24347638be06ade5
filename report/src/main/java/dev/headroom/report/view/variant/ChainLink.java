package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One link of the wait chain: a pool with its workers, or the downstream at the end.
 *
 * @param busy {@code 200/200} at the worst moment of the window, or how many calls are under way
 * @param busyLabel what {@code busy} counts
 * @param utilization mean over the window, 0 to 1; empty where there is no bound
 * @param details further figures, one a line
 * @param binding the limit at the root of the chain
 */
public record ChainLink(
        String name,
        String kind,
        String busy,
        String busyLabel,
        OptionalDouble utilization,
        List<String> details,
        boolean binding) {

    /** Whole percents for the width of a bar. */
    public int percent() {
        return (int) Math.round(Math.clamp(utilization.orElse(0), 0, 1) * 100);
    }

    public static List<ChainLink> of(Diagnosed run) {
        return run.diagnosis()
                .map(diagnosis -> diagnosis.chain().stream()
                        .map(name -> link(name, diagnosis, run.observation()))
                        .toList())
                .orElse(List.of());
    }

    private static ChainLink link(String name, Diagnosis diagnosis, Optional<Observation> observation) {
        Optional<Station> pool = observation.stream()
                .flatMap(seen -> seen.pools().stream())
                .filter(candidate -> candidate.name().equals(name))
                .findFirst();
        String id = pool.map(Station::id).orElse(name);
        boolean binding = diagnosis
                .bindingLimit()
                .filter(limit -> id(limit, observation).equals(id))
                .isPresent();
        if (pool.isPresent()) {
            return ofPool(pool.get(), observation.orElseThrow(), binding);
        }
        return observation.stream()
                .flatMap(seen -> seen.calls().stream())
                .filter(call -> call.target().equals(name))
                .findFirst()
                .map(call -> ofCall(call, binding))
                .or(() -> diagnosis.account().places().stream()
                        .filter(place -> place.kind() == Place.Kind.AWAITING_DOWNSTREAM
                                && place.name().equals(name))
                        .findFirst()
                        .map(place -> ofPlace(place, binding)))
                .orElseGet(() -> new ChainLink(name, "", "", "", OptionalDouble.empty(), List.of(), binding));
    }

    /** Of a downstream whose calls nobody timed. */
    private static ChainLink ofPlace(Place place, boolean binding) {
        return new ChainLink(
                place.name(),
                "downstream",
                Format.seconds(place.seconds()),
                "of a response",
                OptionalDouble.empty(),
                List.of(Format.workers(place.requests()) + " requests there on average"),
                binding);
    }

    private static String id(Limit limit, Optional<Observation> observation) {
        return observation.flatMap(seen -> seen.station(limit)).map(Station::id).orElse(limit.station());
    }

    private static ChainLink ofPool(Station pool, Observation observation, boolean binding) {
        int peak = peak(pool, observation);
        boolean bounded = pool.maximum().isPresent();
        String busy = Format.count(peak)
                + (bounded ? "/" + Format.count(pool.maximum().getAsInt()) : "");
        List<String> details = new ArrayList<>();
        details.add(Format.workers(pool.active()) + " busy on average");
        mainActivity(pool).ifPresent(details::add);
        if (pool.queueMax().orElse(0) >= 1) {
            long most = Math.round(pool.queueMax().orElse(0));
            details.add("up to " + Format.count(most) + (most == 1 ? " task queued" : " tasks queued"));
        }
        return new ChainLink(
                pool.name(),
                Words.of(pool.kind()),
                busy,
                "busy at the peak",
                bounded ? OptionalDouble.of(pool.utilization()) : OptionalDouble.empty(),
                details,
                binding);
    }

    private static ChainLink ofCall(Observation.Call call, boolean binding) {
        return new ChainLink(
                call.target(),
                "downstream",
                Format.seconds(call.holdingTime().value()),
                "to answer a call",
                OptionalDouble.empty(),
                List.of(
                        Format.rate(call.rate()) + " calls",
                        Format.workers(call.concurrency()) + " under way on average"),
                binding);
    }

    /** The most workers seen busy at once in the window; the mean where there is no series. */
    private static int peak(Station pool, Observation observation) {
        double length = Times.seconds(observation.window().length());
        return observation.series().stream()
                .filter(sample -> !sample.at().isNegative() && Times.seconds(sample.at()) <= length)
                .flatMap(sample -> sample.pools().stream())
                .filter(sample -> sample.pool().equals(pool.name()))
                .mapToInt(PoolSample::active)
                .max()
                .orElse((int) Math.round(pool.active()));
    }

    private static Optional<String> mainActivity(Station pool) {
        double busy = pool.doing(Activity::busy);
        return pool.activities().entrySet().stream()
                .filter(entry -> entry.getKey().busy() && entry.getValue() > 0)
                .max(Map.Entry.<Activity, Double>comparingByValue()
                        .thenComparing(Comparator.comparing(Map.Entry::getKey)))
                .map(entry -> Format.share(Math.min(1, Math.round(entry.getValue() / busy * 100) / 100.0))
                        + " of them "
                        + Words.of(entry.getKey()));
    }
}
