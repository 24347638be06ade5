package dev.headroom.report.view.comparison;

import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.Latency.Quantile;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A figure that a run measures, and what it is held against: seconds, per second, or a share from 0 to 1.
 *
 * @param measured of a run
 * @param published of its variant
 * @param predicted for its load
 * @param physics what no variant can be better than
 */
public record Figure(
        String name,
        Function<Run, Optional<Seen>> measured,
        Function<Run, Optional<Double>> published,
        Function<Run, Optional<Double>> predicted,
        Function<Run, Optional<Double>> physics,
        DoubleFunction<String> format) {

    private static final Function<Run, Optional<Double>> UNKNOWN = run -> Optional.empty();
    private static final Function<Run, Optional<Double>> SHORTEST =
            run -> run.physics().flatMap(Physics::responseTime).map(Times::seconds);

    static final Figure ONE_REQUEST = new Figure(
            "one request",
            run -> run.baseline() // as the verdict has it, which may be told by more users than one
                    .map(one -> one.response().value())
                    .or(() -> run.singleRequest().map(Times::seconds))
                    .map(Seen::exactly),
            run -> run.published().single().map(Times::seconds),
            UNKNOWN,
            SHORTEST,
            Format::seconds);
    public static final Figure MEAN = time("mean", Latency::average, Published::mean, Prediction::mean);
    static final Figure P50 = quantile(Quantile.P50, Published::p50, Prediction::p50);
    static final Figure P95 = quantile(Quantile.P95, Published::p95, Prediction::p95);
    static final Figure P99 = quantile(Quantile.P99, Published::p99, Prediction::p99);
    static final Figure MAX = time("max", Latency::longest, Published::max, Prediction::max);
    /** While the load was fully on. */
    public static final Figure GOODPUT = new Figure(
            "goodput",
            run -> run.goodput().map(Rate::perSecond).map(Seen::exactly),
            UNKNOWN,
            UNKNOWN,
            run -> run.physics().flatMap(Physics::throughput).map(Rate::perSecond),
            Format::perSecond);
    /** As throughput is published and predicted: its drain is in it. */
    static final Figure WHOLE_RUN = new Figure(
            "throughput",
            run -> run.result().map(result -> Seen.exactly(result.throughput().perSecond())),
            run -> run.published().throughput().map(Rate::perSecond),
            run -> run.prediction().map(prediction -> prediction.throughput().perSecond()),
            UNKNOWN,
            Format::perSecond);

    static final Figure SUCCESSFUL = new Figure(
            "successful",
            run -> run.result().map(result -> Seen.exactly(result.succeeded())),
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            count -> Format.count(Math.round(count)));
    public static final Figure ERRORS = new Figure(
            "errors",
            run -> run.result()
                    .filter(result -> result.requests() > 0 && result.tellsFailures())
                    .map(result -> Seen.exactly(failed(result))),
            run -> run.published().errorShare().stream().boxed().findFirst(),
            run -> run.result()
                    .filter(result -> result.requests() > 0)
                    .flatMap(result -> run.prediction().map(all -> all.failed() / (double) result.requests())),
            UNKNOWN,
            Format::share);

    /** @param atLeast the true figure is this or more */
    record Seen(double value, boolean atLeast) {
        static Seen exactly(double value) {
            return new Seen(value, false);
        }
    }

    private static Figure quantile(
            Quantile quantile,
            Function<Published, Optional<Duration>> published,
            Function<Prediction, Duration> predicted) {
        return time(quantile.toString(), latency -> latency.at(quantile), published, predicted);
    }

    /** Of the successful responses; none is predicted where none is expected. */
    private static Figure time(
            String name,
            Function<Latency, Optional<Latency.Time>> measured,
            Function<Published, Optional<Duration>> published,
            Function<Prediction, Duration> predicted) {
        return new Figure(
                name,
                run -> run.result()
                        .map(LoadResult::latency)
                        .flatMap(measured)
                        .map(time -> new Seen(Times.seconds(time.value()), time.atLeast())),
                run -> published.apply(run.published()).map(Times::seconds),
                run -> run.prediction()
                        .map(predicted)
                        .filter(Duration::isPositive)
                        .map(Times::seconds),
                SHORTEST,
                Format::seconds);
    }

    /** Over all runs of a variant. */
    Optional<SampleMean> mean(Repetitions.Group group) {
        return group.mean(run -> measured.apply(run).map(Seen::value));
    }

    /** Whether in any run the true figure is more than what is known. */
    boolean atLeast(Repetitions.Group group) {
        return group.runs().stream()
                .anyMatch(run -> measured.apply(run).filter(Seen::atLeast).isPresent());
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
        return GOODPUT.physics
                .apply(run)
                .filter(most -> most > 0)
                .flatMap(most -> run.goodput().map(rate -> rate.perSecond() / most));
    }

    /** Share of the requests, 0 to 1. */
    static double failed(LoadResult result) {
        return result.failed() / (double) Math.max(1, result.requests());
    }

    public static String errors(LoadResult result) {
        if (!result.tellsFailures()) {
            return "errors not counted";
        }
        return result.failed() == 0 ? "no errors" : Format.share(failed(result)) + " errors";
    }
}
