package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.KindOfRequest.Evidence;
import dev.headroom.core.model.result.Latency.Quantile;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The kinds of request that a load sends, and what each takes of the limit.
 *
 * @param names of the kinds
 * @param sentence which kind holds how much of the limit; empty where nothing binds
 */
public record KindTable(List<String> names, List<Column> columns, String sentence) {

    /**
     * @param brief shown where there is little room, too
     * @param cells one for each kind
     */
    public record Column(String head, boolean brief, List<String> cells) {}

    /** Empty where there is one kind only. */
    static Optional<KindTable> of(Run run) {
        List<LoadResult.Kind> results = run.result().map(LoadResult::kinds).orElse(List.of());
        if (run.kinds().isEmpty() || results.size() != run.kinds().size()) {
            return Optional.empty();
        }
        Optional<Limit> limit = run.diagnosis().flatMap(Diagnosis::bindingLimit);
        List<Column> columns = new ArrayList<>();
        Builder table = new Builder(run.kinds(), results, columns);
        table.add("sent", true, (kind, result) -> Format.share(kind.share()));
        table.add("X", true, (kind, result) -> Format.perSecond(kind.throughput()));
        table.add("failed", true, (kind, result) -> failed(result));
        table.add("p50", false, (kind, result) -> quantile(result, Quantile.P50));
        table.add("p95", true, (kind, result) -> quantile(result, Quantile.P95));
        table.add("p99", false, (kind, result) -> quantile(result, Quantile.P99));
        table.add(
                "one user",
                true,
                (kind, result) ->
                        kind.alone().map(alone -> Format.seconds(alone.value())).orElse(Format.NONE));
        if (limit.isPresent()) {
            boolean timed = limit.get().kind() != LimitKind.RATE_LIMITER;
            table.add("V", false, (kind, result) -> number(kind.visits()));
            if (timed) {
                table.add("S", false, (kind, result) -> seconds(kind.holdingTime()));
                table.add("D = V S", true, (kind, result) -> seconds(kind.demand()));
            }
            table.add("of the limit", true, (kind, result) -> share(kind));
        }
        return Optional.of(new KindTable(
                run.kinds().stream().map(KindOfRequest::name).toList(),
                columns,
                limit.map(one -> sentence(one, run.kinds())).orElse("")));
    }

    private record Builder(List<KindOfRequest> kinds, List<LoadResult.Kind> results, List<Column> columns) {
        void add(String head, boolean brief, BiFunction<KindOfRequest, LoadResult.Kind, String> cell) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < kinds.size(); i++) {
                cells.add(cell.apply(kinds.get(i), results.get(i)));
            }
            columns.add(new Column(head, brief, cells));
        }
    }

    private static String failed(LoadResult.Kind kind) {
        return kind.requests() == 0
                ? Format.NONE
                : Format.share((double) (kind.requests() - kind.succeeded()) / kind.requests());
    }

    private static String quantile(LoadResult.Kind kind, Quantile quantile) {
        return kind.latency().at(quantile).map(Format::time).orElse(Format.NONE);
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? Format.digits(value.getAsDouble()) : Format.NONE;
    }

    private static String seconds(OptionalDouble value) {
        return value.isEmpty() ? Format.NONE : value.getAsDouble() == 0 ? "0" : Format.seconds(value.getAsDouble());
    }

    private static String share(KindOfRequest kind) {
        return kind.shareOfLimit().isPresent()
                ? Format.share(kind.shareOfLimit().getAsDouble())
                : "not known";
    }

    private static String sentence(Limit limit, List<KindOfRequest> kinds) {
        if (kinds.stream().anyMatch(kind -> kind.shareOfLimit().isEmpty())) {
            return "Which kind takes how much of " + Words.of(limit) + " is not known: no line of the application tells"
                    + " its holders apart, and with one user the kinds do not take what they take together under load.";
        }
        String holds = kinds.stream()
                .sorted(Comparator.comparingDouble(
                                (KindOfRequest kind) -> kind.shareOfLimit().orElse(0))
                        .reversed())
                .map(kind -> kind.name() + " takes " + share(kind))
                .collect(Collectors.joining(", ", "Of what is held of " + Words.of(limit) + ", ", ""));
        String how = kinds.getFirst().evidence() == Evidence.ONE_USER
                ? " (by what one user of each takes, for the same lines serve them all)"
                : "";
        return holds + how + ceiling(limit, kinds).map(sum -> ": " + sum).orElse("") + ".";
    }

    /** m / sum of p D: what this mix can reach, its shares being those that are sent. */
    private static Optional<String> ceiling(Limit limit, List<KindOfRequest> kinds) {
        double demand = kinds.stream()
                .mapToDouble(kind -> kind.share() * kind.demand().orElse(Double.NaN))
                .sum();
        if (limit.workers().isEmpty() || limit.kind() == LimitKind.RATE_LIMITER || !(demand > 0)) {
            return Optional.empty();
        }
        int capacity = limit.workers().getAsInt();
        String terms = kinds.stream()
                .filter(kind -> kind.demand().orElse(0) > 0)
                .map(kind -> Format.digits(kind.share()) + " x " + seconds(kind.demand()))
                .collect(Collectors.joining(" + "));
        return Optional.of(
                "this mix can reach " + capacity + " / (" + terms + ") = " + Format.perSecond(capacity / demand));
    }
}
