package dev.headroom.core.expectation;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Expectations.Binds;
import dev.headroom.core.model.experiment.Expectations.Bound;
import dev.headroom.core.model.experiment.Expectations.Figure;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.text.Ids;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Holds a run against what is expected of it. What cannot be told, because nothing was answered or the run is void, is not met.
 *
 * @param useless why none of the figures tells anything of the service; empty where they do
 */
public record Evaluation(
        Optional<LoadResult> result, Optional<Rate> goodput, Optional<Diagnosis> diagnosis, Optional<String> useless) {

    /** The same run with what became of each expectation of its variant. */
    public static Run evaluated(Run run) {
        Evaluation evaluation = new Evaluation(run.result(), run.goodput(), run.diagnosis(), useless(run));
        return run.withExpectations(evaluation.outcomes(run.variant().expected()));
    }

    /**
     * What became of expectations of a load whose service nobody watched: what has to bind is not among them, and goodput is that of the whole load.
     *
     * @param useless why none of the figures tells anything of the service; empty where they do
     */
    public static List<Outcome> of(LoadResult result, Expectations expected, Optional<String> useless) {
        return new Evaluation(Optional.of(result), Optional.of(result.throughput()), Optional.empty(), useless)
                .outcomes(new Expectations(expected.bounds(), Optional.empty(), expected.success()));
    }

    /** Why none of its figures tells anything of the service; empty where they do. */
    private static Optional<String> useless(Run run) {
        if (run.failure().isPresent()) {
            return Optional.of("the run broke off");
        }
        if (run.answered()) {
            return Optional.empty();
        }
        boolean allFail = run.diagnosis()
                .filter(found -> found.verdict() == Diagnosis.Verdict.ALL_REQUESTS_FAIL)
                .isPresent();
        return Optional.of(
                run.result().filter(seen -> seen.succeeded() > 0).isEmpty()
                        ? "nothing was answered"
                        : allFail ? "void: every request failed" : "void: the load generator was the limit");
    }

    private List<Outcome> outcomes(Expectations expected) {
        List<Outcome> outcomes = new ArrayList<>();
        expected.bounds().forEach(bound -> outcomes.add(outcome(bound)));
        expected.binds().ifPresent(binds -> outcomes.add(outcome(binds)));
        if (!expected.boundsErrors()) {
            responses(expected.success(), outcomes);
        }
        return outcomes;
    }

    private Outcome outcome(Bound bound) {
        String expected = bound.relation().sign() + " " + text(bound.figure(), bound.value());
        if (ofGoodAnswers(bound.figure()) && !tellsFailures()) {
            return new Outcome(
                    bound.figure().key(),
                    expected,
                    "cannot be told: nobody counted which responses were errors",
                    false);
        }
        Optional<Seen> seen = figure(bound.figure());
        Optional<Seen> worst = ofGoodAnswers(bound.figure()) && failedChecks() > 0
                ? seen.map(value -> worst(bound.figure(), value))
                : seen;
        boolean holds = holds(bound, seen);
        boolean holdsAtWorst = holds(bound, worst);
        return new Outcome(
                bound.figure().key(),
                expected,
                (useless.isEmpty() && holds != holdsAtWorst ? "cannot be told: " : "")
                        + measured(bound.figure(), seen, worst),
                useless.isEmpty() && holds && holdsAtWorst);
    }

    private static boolean holds(Bound bound, Optional<Seen> seen) {
        return seen.filter(value -> !value.atLeast() && bound.relation().holds(value.value(), bound.value()))
                .isPresent();
    }

    private String measured(Figure figure, Optional<Seen> seen, Optional<Seen> worst) {
        String measured = seen.map(value -> (value.atLeast() ? "at least " : "") + text(figure, value.value()))
                .or(() -> useless)
                .orElse("too few responses to tell");
        if (worst.isEmpty() || worst.equals(seen)) {
            return measured;
        }
        String other = text(figure, worst.get().value());
        String span = other.equals(measured)
                ? measured
                : figure == Figure.ERRORS ? measured + " to " + other : other + " to " + measured;
        return span + ", for " + Numbers.whole(failedChecks())
                + (failedChecks() == 1 ? " check" : " checks")
                + " of the script failed, of which responses nobody knows";
    }

    /** Whether it is another where some answers are errors. */
    private static boolean ofGoodAnswers(Figure figure) {
        return switch (figure) {
            case ERRORS, GOODPUT, THROUGHPUT -> true;
            case MEAN, P50, P90, P95, P99, P999, MAX -> false;
        };
    }

    /** What it is where each failed check was that of other responses, which count as successful. Where all were of failed ones it is as it was seen. */
    private Seen worst(Figure figure, Seen seen) {
        double requests = result.map(LoadResult::requests).orElse(0L);
        double succeeded = result.map(LoadResult::succeeded).orElse(0L);
        double bad = Math.min(failedChecks() * perIteration(requests), succeeded);
        return switch (figure) {
            case ERRORS -> new Seen(seen.value() + bad / requests, seen.atLeast());
            case GOODPUT, THROUGHPUT -> new Seen(succeeded > 0 ? seen.value() * (1 - bad / succeeded) : 0, false);
            case MEAN, P50, P90, P95, P99, P999, MAX -> seen;
        };
    }

    /** Responses that one check may be of, as of a batch: all of its iteration. */
    private double perIteration(double requests) {
        OptionalLong iterations = tool().map(LoadResult.Tool::iterations).orElse(OptionalLong.empty());
        return iterations.orElse(0) > 0 ? Math.max(1, requests / iterations.getAsLong()) : requests;
    }

    private long failedChecks() {
        return tool().map(LoadResult.Tool::failedChecks).orElse(0L);
    }

    private boolean tellsFailures() {
        return result.map(LoadResult::tellsFailures).orElse(true);
    }

    private Optional<LoadResult.Tool> tool() {
        return result.flatMap(seen -> seen.generator().tool());
    }

    /** @param atLeast the true figure is this or more */
    private record Seen(double value, boolean atLeast) {}

    private Optional<Seen> figure(Figure figure) {
        Optional<Latency> latency = result.map(LoadResult::latency);
        return switch (figure) {
            case MEAN -> latency.flatMap(Latency::average).map(Evaluation::seen);
            case MAX -> latency.flatMap(Latency::longest).map(Evaluation::seen);
            case P50, P90, P95, P99, P999 ->
                latency.flatMap(known -> known.at(Quantile.valueOf(figure.name())))
                        .map(Evaluation::seen);
            case ERRORS ->
                result.filter(seen -> seen.requests() > 0)
                        .map(seen -> new Seen(seen.failed() / (double) seen.requests(), false));
            case GOODPUT -> goodput.map(Evaluation::seen);
            case THROUGHPUT -> result.map(LoadResult::throughput).map(Evaluation::seen);
        };
    }

    private static Seen seen(Latency.Time time) {
        return new Seen(Times.seconds(time.value()), time.atLeast());
    }

    private static Seen seen(Rate rate) {
        return new Seen(rate.perSecond(), false);
    }

    private static String text(Figure figure, double value) {
        return switch (figure) {
            case MEAN, P50, P90, P95, P99, P999, MAX -> Numbers.time(value);
            case ERRORS -> Numbers.percent(value);
            case GOODPUT, THROUGHPUT -> Numbers.rate(value);
        };
    }

    private Outcome outcome(Binds binds) {
        return new Outcome(
                "verdict",
                binds.kind()
                        .map(kind -> limit(kind, binds.pool(), binds.workers()))
                        .orElse("nothing"),
                useless.orElseGet(this::binding),
                useless.isEmpty() && holds(binds));
    }

    private boolean holds(Binds binds) {
        Optional<Limit> limit = diagnosis.flatMap(Diagnosis::bindingLimit);
        if (binds.kind().isEmpty()) {
            return diagnosis.filter(Diagnosis::nothingBinds).isPresent();
        }
        return limit.filter(found -> found.kind() == binds.kind().get()
                        && binds.pool().map(found.pool()::equals).orElse(true)
                        && (binds.workers().isEmpty() || binds.workers().equals(found.workers())))
                .isPresent();
    }

    private String binding() {
        return diagnosis
                .map(found -> found.bindingLimit()
                        .map(limit -> limit(limit.kind(), Optional.of(limit.pool()), limit.workers()))
                        .orElseGet(() -> found.verdict() == Diagnosis.Verdict.LOAD_IS_THE_LIMIT
                                ? found.nothingBinds() ? "nothing" : "cannot be told: nothing, suspected"
                                : Ids.of(found.verdict())))
                .orElse("no diagnosis");
    }

    private static String limit(LimitKind kind, Optional<String> pool, OptionalInt workers) {
        return kind.id()
                + pool.filter(name -> !name.isEmpty()).map(name -> " " + name).orElse("")
                + (workers.isPresent() ? ", " + workers.getAsInt() : "");
    }

    private void responses(Success success, List<Outcome> outcomes) {
        if (!success.statuses().isEmpty()) {
            outcomes.add(responses(
                    "status",
                    success.statuses().stream().map(String::valueOf).collect(Collectors.joining(" or ")),
                    ErrorKind.STATUS,
                    "have another"));
        }
        if (!success.contains().isEmpty()) {
            outcomes.add(responses("body", "contains " + success.contains(), ErrorKind.BODY, "do not"));
        }
    }

    private Outcome responses(String name, String expected, ErrorKind kind, String otherwise) {
        long failed = result.map(seen -> seen.errors().getOrDefault(kind, 0L)).orElse(0L);
        String measured = result.map(
                        seen -> Numbers.whole(failed) + " of " + Numbers.whole(seen.requests()) + " " + otherwise)
                .orElse("");
        Optional<String> untold = useless.or(this::unjudged);
        return new Outcome(
                name,
                expected,
                failed > 0 ? measured : untold.orElse("every response"),
                failed == 0 && untold.isEmpty());
    }

    /** Why nobody held each response against what is expected of it; empty where somebody did. */
    private Optional<String> unjudged() {
        return tool().filter(tool -> !tool.judgedAsExpected())
                .map(tool -> tellsFailures()
                        ? "cannot be told: the script of a load tool judges responses by itself"
                        : "cannot be told: nobody counted which responses were errors");
    }
}
