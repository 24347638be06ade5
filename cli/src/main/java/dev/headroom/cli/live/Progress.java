package dev.headroom.cli.live;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.text.Numbers;
import dev.headroom.core.text.Printable;
import dev.headroom.core.text.Texts;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.LabListener;
import dev.headroom.lab.TimeLeft;
import dev.headroom.report.text.Ascii;
import dev.headroom.report.text.MoveWords;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** One line for each step of a run: what a log or a pipe gets, and what stays above the live view. */
public final class Progress implements LabListener {

    private static final String INDENT = " ".repeat(6);
    private static final int COLUMNS = 80;

    private final PrintStream out;

    public Progress(PrintStream out) {
        this.out = out;
    }

    @Override
    public void on(LabEvent event) {
        String line = line(event);
        if (!line.isEmpty()) {
            out.println(line);
        }
    }

    /** What to say of an event, or nothing; no control character of a service is in it, and no line but ours and those of a failure. */
    public static String line(LabEvent event) {
        return words(Texts.change(
                event, (name, text) -> name.equals("failure") ? Printable.of(text) : Printable.name(text)));
    }

    private static String words(LabEvent event) {
        return switch (event) {
            case LabEvent.VariantStarting e ->
                "[%d/%d] %s".formatted(e.index(), e.count(), e.variant().name())
                        + e.left().map(left -> ", " + TimeLeft.words(left)).orElse("");
            case LabEvent.ServiceFound e ->
                "      %s runs already%s; nobody starts or stops it"
                        .formatted(e.name(), e.what().isEmpty() ? "" : ": " + e.what());
            case LabEvent.ServiceReady e -> "      %s is ready after %s".formatted(e.name(), time(e.took()));
            case LabEvent.Prepared e ->
                e.requests() > 0 ? "      %d requests come before the load".formatted(e.requests()) : "";
            case LabEvent.Waiting e -> "      " + e.what();
            case LabEvent.Noted e -> "      " + e.what();
            case LabEvent.Proved e -> "      " + moved(e.moved());
            case LabEvent.VariantLeftOut e ->
                "      %s is left out: %s"
                        .formatted(e.run().variant().name(), e.run().leftOut().orElseThrow());
            case LabEvent.VariantChanged e ->
                "      %s runs again: %s differ from those of its earlier run, which is kept until this one has completed"
                        .formatted(e.variant().name(), String.join(", ", e.parts()));
            case LabEvent.VariantFinished e -> finished(e.run());
            default -> "";
        };
    }

    private static String moved(Intervention moved) {
        if (!MoveWords.isMoved(moved)) {
            return Ascii.of("not moved: " + MoveWords.what(moved.move(), Optional.empty())
                    + (moved.note().isEmpty() ? "" : ": " + moved.note()));
        }
        String figures = MoveWords.figures(moved);
        return Ascii.of("moved " + MoveWords.what(moved.move(), Optional.empty()) + ": " + MoveWords.outcome(moved)
                + (figures.isEmpty() ? "" : " (" + figures + ")"));
    }

    private static String finished(Run run) {
        if (run.failure().isPresent()) {
            return "      failed: " + run.failure().get();
        }
        String figures = run.result().map(result -> figures(run, result)).orElse("no result");
        String unmet = run.expectations().stream()
                .filter(outcome -> !outcome.met())
                .map(outcome -> "\n      not met: " + outcome.name() + " " + outcome.expected() + ", found "
                        + outcome.measured())
                .collect(Collectors.joining());
        return "      " + figures
                + unmet
                + run.diagnosis().map(d -> "\n" + wrap(d.summary())).orElse("");
    }

    private static String figures(Run run, LoadResult result) {
        String times = result.latency().count() == 0
                ? "none succeeded"
                : run.goodput()
                                .map(rate -> Numbers.rate(rate.perSecond()) + ", ")
                                .orElse("") + "mean "
                        + time(result.latency().mean())
                        + result.latency()
                                .at(Latency.Quantile.P95)
                                .map(p95 -> ", p95 " + (p95.atLeast() ? "at least " : "") + time(p95.value()))
                                .orElse("");
        return Numbers.whole(result.requests()) + " requests, " + times + ", " + errors(result);
    }

    private static String errors(LoadResult result) {
        return !result.tellsFailures()
                ? "errors not counted"
                : result.failed() == 0 ? "no errors" : Numbers.whole(result.failed()) + " errors";
    }

    private static String time(Duration duration) {
        return Numbers.time(Times.seconds(duration));
    }

    /** Words under the step that they belong to, in lines that fit any terminal. */
    private static String wrap(String text) {
        return INDENT + String.join("\n" + INDENT, Printable.wrap(text, COLUMNS - INDENT.length()));
    }
}
