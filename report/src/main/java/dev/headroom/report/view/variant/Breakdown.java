package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.core.text.Ids;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Frames;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Where a response time goes, from the outside in: one request alone beside one under load, on one axis of time.
 *
 * @param whose the mean is that the bar under load is
 * @param alone empty where no time of a single request is known
 * @param magnified how many times longer than to scale the bar of the one alone is drawn; empty text where it is to scale
 * @param shrink width of that bar to scale, in percent of the axis
 * @param summary what the picture shows, in words
 */
public record Breakdown(
        String whose,
        List<Row> rows,
        Optional<Bar> alone,
        Bar loaded,
        String magnified,
        String shrink,
        List<Tick> ticks,
        String summary) {

    /** Places that take less of both times than this become one row. */
    private static final double SMALL = 0.005;
    /** A bar shorter than this share of the other is magnified, or its parts could not be told apart. */
    private static final double SHORT = 0.25;
    /** Below this share of the whole, what the load adds is not told apart by place. */
    private static final double NOTICED = 0.05;
    /** A part wider than this share of the axis has room for its name. */
    private static final double LABELLED = 0.09;
    /** The same on a phone. */
    private static final double WIDE = 0.28;

    /**
     * @param css names the colour
     * @param share of the time that the load adds
     * @param seconds under load
     * @param limit the request waits here for the limit that binds
     */
    public record Row(
            String css,
            String name,
            String detail,
            String alone,
            String loaded,
            String share,
            String requests,
            double seconds,
            boolean limit) {}

    /** @param width of the whole bar, in percent of the axis */
    public record Bar(String total, String width, List<Part> parts) {}

    /**
     * @param width in percent of its bar
     * @param room for its name: {@code none}, {@code some}, or {@code wide} enough even on a phone
     */
    public record Part(String css, String name, String time, String width, String room, boolean limit) {}

    public record Tick(String at, String label) {}

    /** A place as it is shown; times are seconds and never negative. */
    private record Shown(
            String css,
            String name,
            String detail,
            double requests,
            double loaded,
            double alone,
            boolean told,
            boolean limit) {

        /** The same place to whoever reads it, such as the locks of several keys. */
        Shown with(Shown other) {
            return new Shown(
                    css,
                    name,
                    detail,
                    requests + other.requests,
                    loaded + other.loaded,
                    alone + other.alone,
                    told || other.told,
                    limit || other.limit);
        }
    }

    public static Optional<Breakdown> of(Diagnosed run) {
        return run.diagnosis()
                .filter(diagnosis -> diagnosis.account().places().stream().anyMatch(place -> place.seconds() > 0))
                .map(diagnosis -> of(
                        diagnosis,
                        run.observation().map(Observation::stations).orElse(List.of()),
                        run.ownLoad().isPresent()));
    }

    private static Breakdown of(Diagnosis diagnosis, List<Station> stations, boolean ours) {
        List<Shown> all = List.copyOf(diagnosis.account().places().stream()
                .map(place -> shown(place, diagnosis, stations))
                .collect(Collectors.toMap(Shown::name, place -> place, Shown::with, LinkedHashMap::new))
                .values());
        double loaded = sum(all, Shown::loaded);
        double alone = sum(all, Shown::alone);
        List<Shown> places = merged(all, loaded, alone);
        double axis = Math.max(loaded, alone);
        boolean magnify = alone > 0 && alone < SHORT * loaded;
        return new Breakdown(
                ours ? "A mean response while the load was fully on" : "A mean response under load",
                places.stream().map(place -> row(place, alone, loaded)).toList(),
                alone > 0 ? Optional.of(bar(places, Shown::alone, alone, magnify ? alone : axis)) : Optional.empty(),
                bar(places, Shown::loaded, loaded, axis),
                magnify ? Format.times(loaded / alone) : "",
                Format.css(100 * alone / axis),
                ticks(axis),
                summary(diagnosis.account().explained(), places, alone, loaded, ours));
    }

    private static Shown shown(Place place, Diagnosis diagnosis, List<Station> stations) {
        String name = stations.stream()
                .filter(one -> !one.kind().isThreads() && one.id().equals(place.name()))
                .map(resource -> line(resource, diagnosis).orElse(resource.name()))
                .findFirst()
                .orElse(Frames.brief(place.name()));
        boolean limit = isLimit(place, name, diagnosis, stations);
        return new Shown(
                "at-" + Ids.of(place.kind()),
                Words.of(place.kind(), name),
                place.detail(),
                place.requests(),
                Math.max(0, place.seconds()),
                Math.max(0, place.unloaded()),
                limit || place.kind() == Place.Kind.NOT_FOUND,
                limit);
    }

    /** Where the limit is all that one line waits for, it has that line's name. */
    private static Optional<String> line(Station resource, Diagnosis diagnosis) {
        return diagnosis
                .bindingLimit()
                .map(Limit::pool)
                .filter(line -> resource.waiters().stream()
                        .limit(1)
                        .anyMatch(site -> site.frame().equals(line)));
    }

    /** Small places become one, but for the one that the verdict speaks of and what was not found. */
    private static List<Shown> merged(List<Shown> places, double loaded, double alone) {
        List<Shown> small = places.stream()
                .filter(place -> !place.told() && place.loaded() < SMALL * loaded && place.alone() <= SMALL * alone)
                .toList();
        if (small.size() < 2) {
            return places;
        }
        List<Shown> shown = new ArrayList<>(places);
        shown.removeAll(small);
        shown.add(new Shown(
                "at-elsewhere",
                small.size() + " other places",
                "",
                sum(small, Shown::requests),
                sum(small, Shown::loaded),
                sum(small, Shown::alone),
                false,
                false));
        return shown;
    }

    private static Row row(Shown place, double alone, double loaded) {
        double share = (place.loaded() - place.alone()) / (loaded - alone);
        boolean added = alone > 0 && loaded - alone > NOTICED * loaded && share > 0;
        return new Row(
                place.css(),
                place.name(),
                place.detail(),
                alone > 0 ? Format.seconds(place.alone()) : Format.NONE,
                Format.seconds(place.loaded()),
                added ? Format.share(Math.min(1, share)) : Format.NONE,
                Format.workers(place.requests()),
                place.loaded(),
                place.limit());
    }

    private static Bar bar(List<Shown> places, ToDoubleFunction<Shown> time, double total, double axis) {
        return new Bar(
                Format.seconds(total),
                Format.css(100 * total / axis),
                places.stream()
                        .filter(place -> time.applyAsDouble(place) > 0)
                        .map(place -> part(place, time.applyAsDouble(place), total, axis))
                        .toList());
    }

    private static Part part(Shown place, double seconds, double total, double axis) {
        double share = seconds / axis;
        return new Part(
                place.css(),
                place.name(),
                Format.seconds(seconds),
                Format.css(100 * seconds / total),
                share >= WIDE ? "wide" : share >= LABELLED ? "some" : "none",
                place.limit() && share >= SMALL);
    }

    private static double sum(List<Shown> places, ToDoubleFunction<Shown> value) {
        return places.stream().mapToDouble(value).sum();
    }

    /** Four to eight round times. */
    private static List<Tick> ticks(double axis) {
        double rough = axis / 4;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough >= 5 * power ? 5 : rough >= 2 * power ? 2 : 1);
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= axis * 0.97; i++) {
            ticks.add(new Tick(Format.css(100 * i * step / axis), i == 0 ? "0" : Format.seconds(i * step)));
        }
        return ticks;
    }

    private static String summary(
            OptionalDouble explained, List<Shown> places, double alone, double loaded, boolean ours) {
        String start = (ours ? "While the load was fully on a response took " : "Under load a response takes ")
                + Format.seconds(loaded);
        if (alone <= 0) {
            return start + "; how long one takes alone is not known.";
        }
        String added =
                loaded > alone ? ", " + Format.seconds(loaded - alone) + " more than alone" : ", no more than alone";
        String before = explained.isPresent()
                ? "; " + Format.share(explained.getAsDouble())
                        + " of what the load adds lies before the named limit and in what it delays"
                : "";
        double lost = places.stream()
                .filter(place -> place.told() && !place.limit())
                .mapToDouble(Shown::loaded)
                .sum();
        return start + added + before + (lost > 0 ? "; " + Format.seconds(lost) + " was not found" : "") + ".";
    }

    /**
     * Whether the request waits there for the limit that binds.
     *
     * @param name of the station whose id the place may have
     */
    private static boolean isLimit(Place place, String name, Diagnosis diagnosis, List<Station> stations) {
        return diagnosis
                .bindingLimit()
                .filter(limit -> before(
                        place, isAt(limit, place, name, stations), isEntry(limit, diagnosis.chain()), limit.kind()))
                .isPresent();
    }

    /** By its id; by its name where no station has that id, as where the limit is all the locks that one line waits for. */
    private static boolean isAt(Limit limit, Place place, String name, List<Station> stations) {
        if (limit.station().equals(place.name())) {
            return true;
        }
        boolean told = stations.stream().anyMatch(one -> one.id().equals(limit.station()));
        return !told && (limit.pool().equals(place.name()) || limit.pool().equals(name));
    }

    private static boolean isEntry(Limit limit, List<String> chain) {
        return !chain.isEmpty() && chain.getFirst().equals(limit.station());
    }

    private static boolean before(Place place, boolean at, boolean entry, LimitKind limit) {
        return switch (limit) {
            case CPU, THROTTLING -> place.kind() == Place.Kind.READY;
            case GC -> place.kind() == Place.Kind.READY || place.kind() == Place.Kind.RUNNING;
            case ACCEPT_QUEUE -> place.kind() == Place.Kind.NOT_ACCEPTED;
            case WORKER_POOL, EVENT_LOOPS, HUNG_WORKERS ->
                at && place.kind() == Place.Kind.QUEUED
                        || entry && (place.kind() == Place.Kind.UNREAD || place.kind() == Place.Kind.NOT_ACCEPTED);
            default -> at && place.kind() != Place.Kind.RUNNING;
        };
    }
}
