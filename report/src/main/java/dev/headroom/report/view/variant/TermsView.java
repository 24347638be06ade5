package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every term of the ceiling with its error and where it came from, and every law held against them: they show that the instruments agree. */
public record TermsView(List<Term> terms, List<Diagnosis.Check> checks) {

    /**
     * @param symbol {@code m}, {@code V}, {@code S}, {@code m / (V S)}, {@code X}, {@code X / ceiling}; {@code served} and {@code served / ceiling} where that is not X
     * @param error half of the 95 % interval, "exact" or "unknown"
     */
    public record Term(String symbol, String meaning, String value, String error, String source) {}

    public static Optional<TermsView> of(Diagnosed run) {
        return run.diagnosis().map(diagnosis -> new TermsView(terms(diagnosis, run), diagnosis.checks()));
    }

    private static List<Term> terms(Diagnosis diagnosis, Diagnosed run) {
        Optional<Observation> observation = run.observation();
        List<Term> terms = new ArrayList<>();
        diagnosis.bindingLimit().ifPresent(limit -> workers(limit, observation).ifPresent(terms::add));
        diagnosis.visits().ifPresent(visits -> terms.add(term("V", "tasks that one request gives to it", visits, "")));
        diagnosis
                .bindingLimit()
                .flatMap(limit -> unloaded(limit, run))
                .ifPresent(time -> terms.add(term("S₀", "service time with one user", time, "s")));
        diagnosis
                .holdingTime()
                .ifPresent(time -> terms.add(term("S", "service time: how long a task keeps its worker", time, "s")));
        diagnosis
                .ceiling()
                .ifPresent(ceiling ->
                        terms.add(term("m / (V S)", "ceiling: the throughput at which it is full", ceiling, "1/s")));
        Term throughput = term("X", "throughput", diagnosis.throughput(), "1/s");
        terms.add(throughput);
        diagnosis.ratio().ifPresent(ratio -> {
            Optional<Term> served = diagnosis
                    .ceiling()
                    .map(ceiling -> served(ratio * ceiling.value()))
                    .filter(its -> !its.value().equals(throughput.value()));
            served.ifPresent(terms::add);
            terms.add(new Term(
                    served.isPresent() ? "served / ceiling" : "X / ceiling",
                    "1 where the limit is full and the instruments agree",
                    Format.digits(ratio),
                    "",
                    "from the rows above"));
        });
        diagnosis
                .backlogGrowth()
                .ifPresent(growth -> terms.add(new Term(
                        "λ − X",
                        "growth of the backlog",
                        Format.perSecond(growth),
                        "",
                        "offered rate less throughput")));
        return terms;
    }

    /** What a ceiling is held against where it is not X. */
    private static Term served(double rate) {
        return new Term(
                "served",
                "requests on which the service spent its workers, successful or not",
                Format.value(rate, "1/s"),
                "",
                "throughput, and what failed after it was worked on");
    }

    private static Optional<Term> workers(Limit limit, Optional<Observation> observation) {
        if (limit.workers().isEmpty()) {
            return Optional.empty();
        }
        Optional<Station> station = observation.flatMap(seen -> seen.station(limit));
        boolean read = isRead(limit, station, observation);
        String source = station.filter(its -> its.kind().isThreads())
                .map(TermsView::seen)
                .orElse(read ? "its configured size" : counted(limit, station.isPresent()));
        return Optional.of(new Term(
                "m", unit(limit), Format.count(limit.workers().getAsInt()), read ? "exact" : "unknown", source));
    }

    /** {@code workers of common-pool}. */
    private static String unit(Limit limit) {
        return switch (limit.kind()) {
            case DOWNSTREAM, UNKNOWN -> "let in at a time by " + limit.pool();
            case LOCK -> "locks of " + limit.pool();
            default ->
                Words.isOfConnections(limit)
                        ? Words.unnumbered(limit)
                        : limit.kind().unit() + " of " + limit.pool();
        };
    }

    private static String counted(Limit limit, boolean hasHolders) {
        return switch (limit.kind()) {
            case DOWNSTREAM -> "counted: as many as it had at work";
            case RATE_LIMITER -> "counted: as many as it let past";
            default -> hasHolders ? "counted: as many as held it" : "by what was seen, read from no setting";
        };
    }

    /** Whether m was read from a setting, and is not as many as were seen to get past. */
    private static boolean isRead(Limit limit, Optional<Station> station, Optional<Observation> observation) {
        return switch (limit.kind()) {
            case CPU -> true;
            case ACCEPT_QUEUE ->
                observation.stream()
                        .flatMap(seen -> seen.network().listeners().stream())
                        .anyMatch(listener -> ("port " + listener.port()).equals(limit.pool())
                                && listener.maximum().equals(limit.workers()));
            default ->
                station.filter(its -> !its.counted() && its.maximum().equals(limit.workers()))
                        .isPresent();
        };
    }

    /** What one request takes of it while nobody else wants it. */
    private static Optional<Measure> unloaded(Limit limit, Diagnosed run) {
        return run.baseline()
                .flatMap(Baseline::observation)
                .flatMap(seen -> seen.station(limit))
                .flatMap(Station::holdingTime);
    }

    private static String seen(Station pool) {
        return Format.workers(pool.workers()) + " live and " + Format.workers(pool.active())
                + " busy on average, full in " + Format.share(pool.saturatedShare()) + " of samples";
    }

    private static Term term(String symbol, String meaning, Measure measure, String unit) {
        return new Term(
                symbol, meaning, Format.value(measure.value(), unit), Format.error(measure, unit), measure.source());
    }
}
