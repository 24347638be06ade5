package dev.headroom.load.k6;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the thresholds of a script come to where its load was shared out. Each k6 would hold its own part against them: here the sum is. A figure is what k6
 * calls so ({@code metrics/thresholds_parser.go} of 2.2.0), in milliseconds or per second; requests of {@code setup()} and {@code teardown()}, which run in each part, are not in it.
 *
 * @param outcomes of those that the sum tells of
 * @param notHeld the others, each as {@code metric: expression}
 */
public record ScriptThresholds(List<Outcome> outcomes, List<String> notHeld) {

    private static final Pattern EXPRESSION =
            Pattern.compile("\\s*(avg|min|max|med|count|rate|p\\((\\d{1,3}(?:\\.\\d+)?)\\))"
                    + "\\s*(<=|<|>=|>|===|==|!=)\\s*(-?\\d+(?:\\.\\d+)?)\\s*");

    /**
     * @param asked expressions, by the name of their metric
     * @param sums of all parts
     * @param iterations of all parts that came to their end
     */
    static ScriptThresholds of(Map<String, List<String>> asked, LoadResult result, K6Sums sums, long iterations) {
        List<Outcome> outcomes = new ArrayList<>();
        List<String> notHeld = new ArrayList<>();
        new TreeMap<>(asked)
                .forEach((metric, expressions) -> expressions.forEach(expression -> {
                    Matcher parts = EXPRESSION.matcher(expression);
                    OptionalDouble figure = parts.matches()
                            ? figure(metric, parts.group(1), parts.group(2), result, sums, iterations)
                            : OptionalDouble.empty();
                    if (figure.isEmpty()) {
                        notHeld.add(metric + ": " + expression);
                        return;
                    }
                    double bound = Double.parseDouble(parts.group(4));
                    outcomes.add(new Outcome(
                            metric + " " + parts.group(1),
                            parts.group(3) + " " + text(metric, parts.group(1), bound),
                            text(metric, parts.group(1), figure.getAsDouble()),
                            holds(figure.getAsDouble(), parts.group(3), bound)));
                }));
        return new ScriptThresholds(outcomes, notHeld);
    }

    private static OptionalDouble figure(
            String metric, String how, String percentile, LoadResult result, K6Sums sums, long iterations) {
        return switch (metric) {
            case "http_req_duration" -> sums.requests() == 0 ? OptionalDouble.empty() : time(how, percentile, sums);
            case "http_req_failed" ->
                how.equals("rate") && result.requests() > 0
                        ? OptionalDouble.of((double) result.failed() / result.requests())
                        : OptionalDouble.empty();
            case "checks" ->
                how.equals("rate") && sums.checks() > 0
                        ? OptionalDouble.of(sums.shareOfChecks())
                        : OptionalDouble.empty();
            case "http_reqs" -> count(how, result.requests(), result);
            case "iterations" -> count(how, iterations, result);
            default -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble time(String how, String percentile, K6Sums sums) {
        return switch (how) {
            case "avg" -> OptionalDouble.of(sums.mean());
            case "min" -> OptionalDouble.of(sums.least());
            case "max" -> OptionalDouble.of(sums.greatest());
            case "med" -> OptionalDouble.of(sums.at(50));
            case "count", "rate" -> OptionalDouble.empty();
            default -> OptionalDouble.of(sums.at(Double.parseDouble(percentile)));
        };
    }

    private static OptionalDouble count(String how, long count, LoadResult result) {
        double seconds = Times.seconds(result.elapsed());
        return switch (how) {
            case "count" -> OptionalDouble.of(count);
            case "rate" -> seconds > 0 ? OptionalDouble.of(count / seconds) : OptionalDouble.empty();
            default -> OptionalDouble.empty();
        };
    }

    private static boolean holds(double figure, String relation, double bound) {
        int compared = Double.compare(figure, bound);
        return switch (relation) {
            case "<" -> compared < 0;
            case "<=" -> compared <= 0;
            case ">" -> compared > 0;
            case ">=" -> compared >= 0;
            case "!=" -> compared != 0;
            default -> compared == 0;
        };
    }

    private static String text(String metric, String how, double value) {
        return switch (metric) {
            case "http_req_duration" -> Numbers.time(value / 1000);
            case "http_reqs", "iterations" ->
                how.equals("rate") ? Numbers.rate(value) : Numbers.whole(Math.round(value));
            default -> Numbers.percent(value);
        };
    }
}
