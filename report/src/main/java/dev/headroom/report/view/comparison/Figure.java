package dev.headroom.report.view.comparison;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A figure that a run measures.
 *
 * @param of seconds, per second, or a share from 0 to 1
 */
public record Figure(String name, Function<Run, Optional<Seen>> of, DoubleFunction<String> format) {

    static final Figure ONE_REQUEST = new Figure(
            "one request",
            run -> run.baseline() // as the verdict has it, which may be told by more users than one
                    .map(one -> one.response().value())
                    .or(() -> run.singleRequest().map(Times::seconds))
                    .map(time -> new Seen(time, false)),
            Format::seconds);
    public static final Figure MEAN = time("mean", Latency::average);
    static final Figure P50 = quantile(Quantile.P50);
    static final Figure P95 = quantile(Quantile.P95);
    static final Figure P99 = quantile(Quantile.P99);
    static final Figure MAX = time("max", Latency::longest);
    public static final Figure GOODPUT = rate("goodput", Run::goodput);
    static final Figure WHOLE_RUN = rate("whole run", run -> run.result().map(LoadResult::throughput));
    static final Figure SUCCESSFUL = new Figure(
            "successful",
            run -> run.result().map(result -> new Seen(result.succeeded(), false)),
            count -> Format.count(Math.round(count)));
    public static final Figure ERRORS = new Figure(
            "errors",
            run -> run.result()
                    .filter(result -> result.requests() > 0 && result.tellsFailures())
                    .map(result -> new Seen(result.failed() / (double) result.requests(), false)),
            Format::share);

    /** @param atLeast the true figure is this or more */
    record Seen(double value, boolean atLeast) {}

    private static Figure quantile(Quantile quantile) {
        return time(quantile.toString(), latency -> latency.at(quantile));
    }

    private static Figure time(String name, Function<Latency, Optional<Latency.Time>> of) {
        return new Figure(
                name,
                run -> run.result()
                        .map(LoadResult::latency)
                        .flatMap(of)
                        .map(time -> new Seen(Times.seconds(time.value()), time.atLeast())),
                Format::seconds);
    }

    private static Figure rate(String name, Function<Run, Optional<Rate>> of) {
        return new Figure(name, run -> of.apply(run).map(rate -> new Seen(rate.perSecond(), false)), Format::perSecond);
    }

    /** Over all runs of a variant. */
    Optional<SampleMean> mean(Repetitions.Group group) {
        return group.mean(run -> of.apply(run).map(Seen::value));
    }

    /** Whether in any run the true figure is more than what is known. */
    boolean atLeast(Repetitions.Group group) {
        return group.runs().stream()
                .anyMatch(run -> of.apply(run).filter(Seen::atLeast).isPresent());
    }

    /** {@code 331 ms}, {@code ≥ 30 s}, and of several runs {@code 331 ms ± 2 ms}. */
    public String text(Repetitions.Group group) {
        return mean(group).map(mean -> text(mean, atLeast(group))).orElse(Format.NONE);
    }

    private String text(SampleMean mean, boolean atLeast) {
        double error = mean.halfWidth();
        return (atLeast ? Format.AT_LEAST : "")
                + format.apply(mean.mean())
                + (Double.isNaN(error) || atLeast ? "" : " ±\u00a0" + format.apply(error));
    }

    /** Whether two variants differ in it by more than their own runs do; true for single runs, of which that is not known. */
    public boolean differs(Repetitions.Group one, Repetitions.Group other) {
        Optional<SampleMean> a = mean(one);
        Optional<SampleMean> b = mean(other);
        return a.isEmpty()
                || b.isEmpty()
                || a.get().count() < 2
                || b.get().count() < 2
                || a.get().differsFrom(b.get());
    }

    /** Goodput over that of physics; empty where either is not known. */
    public static Optional<Double> shareOfPhysics(Run run) {
        return run.physics()
                .flatMap(Physics::throughput)
                .filter(rate -> rate.perSecond() > 0)
                .flatMap(most -> run.goodput().map(rate -> rate.perSecond() / most.perSecond()));
    }

    public static String errors(LoadResult result) {
        if (!result.tellsFailures()) {
            return "errors not counted";
        }
        return result.failed() == 0
                ? "no errors"
                : Format.share(result.failed() / (double) Math.max(1, result.requests())) + " errors";
    }
}
