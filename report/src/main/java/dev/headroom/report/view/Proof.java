package dev.headroom.report.view;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every term that a claim rests on, each with its error and where it came from, and every law held against them. */
public record Proof(List<Term> terms, List<Check> checks) {

    /**
     * @param symbol {@code m}, {@code V}, {@code S}, {@code m / (V S)}, {@code X}, {@code X / ceiling}
     * @param error half of the 95 % interval, "exact" or "unknown"
     */
    public record Term(String symbol, String meaning, String value, String error, String source) {}

    public record Check(
            String law, String left, String right, String difference, String tolerance, boolean holds, String detail) {}

    static Optional<Proof> of(Run run) {
        return run.diagnosis().map(diagnosis -> new Proof(terms(diagnosis, run.observation()), checks(diagnosis)));
    }

    private static List<Term> terms(Diagnosis diagnosis, Optional<Observation> observation) {
        List<Term> terms = new ArrayList<>();
        diagnosis.bindingLimit().ifPresent(limit -> workers(limit, observation).ifPresent(terms::add));
        diagnosis.visits().ifPresent(visits -> terms.add(term("V", "tasks that one request gives to it", visits, "")));
        diagnosis.holdingTime().ifPresent(time -> terms.add(term("S", "time that a task keeps its worker", time, "s")));
        diagnosis
                .ceiling()
                .ifPresent(ceiling ->
                        terms.add(term("m / (V S)", "ceiling: the throughput at which it is full", ceiling, "1/s")));
        terms.add(term("X", "throughput as the load generator counted it", diagnosis.throughput(), "1/s"));
        diagnosis
                .ratio()
                .ifPresent(ratio -> terms.add(new Term(
                        "X / ceiling",
                        "1 where the limit is full",
                        Format.ratio(ratio),
                        "",
                        "from the two rows above")));
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

    private static Optional<Term> workers(Limit limit, Optional<Observation> observation) {
        if (limit.workers().isEmpty()) {
            return Optional.empty();
        }
        String source = observation.stream()
                .flatMap(seen -> seen.pools().stream())
                .filter(pool -> pool.name().equals(limit.pool()))
                .findFirst()
                .map(Proof::seen)
                .orElse("its configured size");
        return Optional.of(new Term(
                "m",
                Words.unitOf(limit.kind()) + " of " + limit.pool(),
                Format.count(limit.workers().getAsInt()),
                "exact",
                source));
    }

    private static String seen(Pool pool) {
        return Format.workers(pool.workers()) + " live and " + Format.workers(pool.active())
                + " busy on average, full in " + Format.share(pool.saturatedShare()) + " of samples";
    }

    private static Term term(String symbol, String meaning, Measure measure, String unit) {
        return new Term(
                symbol, meaning, Format.value(measure.value(), unit), Format.error(measure, unit), measure.source());
    }

    private static List<Check> checks(Diagnosis diagnosis) {
        return diagnosis.checks().stream()
                .map(check -> new Check(
                        check.law(),
                        Format.value(check.left(), check.unit()),
                        Format.value(check.right(), check.unit()),
                        Format.difference(check.left(), check.right()),
                        "±" + Format.share(check.tolerance()),
                        check.holds(),
                        check.detail()))
                .toList();
    }
}
