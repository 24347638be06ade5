package dev.headroom.report.plain;

import static dev.headroom.report.plain.Markup.code;
import static dev.headroom.report.plain.Markup.text;

import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.ReportView;
import dev.headroom.report.view.comparison.Comparison;
import dev.headroom.report.view.comparison.Comparison.Cell;
import dev.headroom.report.view.comparison.Comparison.Metric;
import dev.headroom.report.view.comparison.Cost;
import dev.headroom.report.view.comparison.Expected;
import dev.headroom.report.view.variant.ChainLink;
import dev.headroom.report.view.variant.Effect;
import dev.headroom.report.view.variant.Fact;
import dev.headroom.report.view.variant.StepView;
import dev.headroom.report.view.variant.VariantView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report in brief, as GitHub's Markdown: fits a comment on a pull request. */
public final class MarkdownReport {

    private final StringBuilder out = new StringBuilder();

    private MarkdownReport() {}

    public static String render(ExperimentResult result) {
        return new MarkdownReport().write(ReportView.of(result));
    }

    private String write(ReportView report) {
        line("# " + text(report.title()));
        block(prose(report.story()));
        line("");
        if (!report.completed()) {
            line("**Not every run was completed.**");
            line("");
        }
        report.notes().forEach(note -> {
            line("> " + text(note));
            line("");
        });
        line(text(report.load() + ". " + report.started() + ", took " + report.elapsed() + "."));
        expected(report.expected());
        if (!report.variants().isEmpty()) {
            line("");
            steps(report.steps());
            line("");
            table(report.variants());
            differences(report.differences());
            line("");
            costs(report.costs());
        }
        report.variants().forEach(this::variant);
        conditions(report);
        return out.toString();
    }

    /** The story, a step a line: what it lifts and with what effect, what it reaches, what binds it now. */
    private void steps(List<StepView> steps) {
        line("| step | lifts | reaches | what binds now |");
        line("| --- | --- | --- | --- |");
        for (StepView step : steps) {
            List<String> reaches = new ArrayList<>();
            reaches.add(step.throughput().isEmpty() ? Format.NONE : "**" + step.throughput() + "**");
            if (!step.reached().isEmpty()) {
                reaches.add(step.reached());
            }
            String effects = step.effects().stream()
                    .map(Effect::sentence)
                    .map(Markup::text)
                    .collect(Collectors.joining("<br>"));
            String detail = step.detail().isEmpty() ? "" : "<br>" + text(String.join(", ", step.detail()));
            line("| " + step.number() + " **" + text(step.name()) + "** | " + effects + " | "
                    + String.join(" · ", reaches) + " | **" + text(step.binds()) + "**"
                    + Words.inBrackets(step.standing()) + detail + " |");
        }
    }

    private void expected(Expected expected) {
        if (expected.rows().isEmpty()) {
            return;
        }
        block("**" + expected.sentence() + "**");
        block("| run | expected | measured | |");
        line("| --- | --- | --- | --- |");
        expected.rows()
                .forEach(row -> line("| **" + text(row.run()) + "** | " + text(row.expected()) + " | "
                        + text(row.measured()) + " | " + (row.met() ? "met" : "**not met**") + " |"));
    }

    private void differences(List<String> differences) {
        if (!differences.isEmpty()) {
            line("");
            differences.forEach(difference -> line("- " + text(difference)));
        }
    }

    private void table(List<VariantView> variants) {
        List<Comparison> rows = variants.stream().map(VariantView::comparison).toList();
        // a quick run has nothing published to compare with
        boolean published = Comparison.any(rows, Metric::published);
        line("| variant | | " + (published ? "published | " : "")
                + "predicted | measured | limit of physics | what binds |");
        line("| --- | --- | " + (published ? "---: | " : "") + "---: | ---: | ---: | --- |");
        for (Comparison row : rows) {
            boolean first = true;
            for (Metric metric : row.metrics()) {
                line("| " + (first ? "**" + text(row.variant()) + "**" : "") + " | " + metric.name() + " | "
                        + (published ? cell(metric.published()) + " | " : "") + cell(metric.predicted()) + " | **"
                        + metric.measured().value() + "** | " + cell(metric.physics()) + " | "
                        + (first ? text(row.binds()) + Words.inBrackets(row.standing()) : "") + " |");
                first = false;
            }
        }
        block(
                "In brackets: how the measured value stands to this one. The mean is that of the successful responses. Percentiles"
                        + " rank what timed out, or was in flight when the load was over, as at least so long (≥), and are left out"
                        + " where too few requests carry them. Goodput is"
                        + " that of the load fully on, the whole run has its ramp and its drain in it.");
    }

    private void costs(List<Cost> costs) {
        if (costs.isEmpty()) {
            return;
        }
        line("| variant | goodput | of physics | added p99 | errors | CPU per response | threads, most | virtual, most"
                + " | memory, most |");
        line("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        costs.forEach(cost -> line("| **" + text(cost.name()) + "** | " + String.join(" | ", cost.figures()) + " |"));
    }

    private static String cell(Cell cell) {
        return cell.value() + (cell.difference().isEmpty() ? "" : " (" + cell.difference() + ")");
    }

    private void variant(VariantView variant) {
        block("## " + text(variant.name()));
        block("**" + text(variant.verdict()) + "**"
                + Words.inBrackets(variant.comparison().standing()) + " · " + code(variant.request())
                + (variant.description().isEmpty() ? "" : " · " + text(variant.description())));
        variant.failure().ifPresent(failure -> {
            block("The run broke off:");
            fence(failure);
        });
        variant.found().earned().ifPresent(this::paragraph);
        variant.lifted().ifPresent(this::paragraph);
        paragraph(variant.found().summary());
        if (!variant.found().chain().isEmpty()) {
            block(variant.found().chain().stream().map(MarkdownReport::link).collect(Collectors.joining(" → ")));
        }
        MarkdownEvidence.of(variant).forEach(this::line);
        variant.found().remedy().ifPresent(remedy -> {
            block("**What lifts it:** " + text(remedy.action()) + " " + text(remedy.reasoning()));
        });
        variant.found().next().ifPresent(this::paragraph);
        variant.found().notes().forEach(note -> line("- " + text(note)));
        variant.found().terms().map(MarkdownEvidence::of).ifPresent(lines -> lines.forEach(this::line));
    }

    private static String link(ChainLink link) {
        String name = code(link.name()) + (link.busy().isEmpty() ? "" : " " + link.busy());
        return link.binding() ? "**" + name + "**" : name;
    }

    private void conditions(ReportView report) {
        if (report.environment().isEmpty()) {
            return;
        }
        block("## Conditions");
        block(report.environment().stream()
                .map((Fact fact) -> text(fact.name() + ": " + fact.value()))
                .collect(Collectors.joining(" · ")));
        if (!report.repeat().isEmpty()) {
            block("To repeat it:");
            fence(report.repeat());
        }
    }

    private void paragraph(String paragraph) {
        if (!paragraph.isEmpty()) {
            block(text(paragraph));
        }
    }

    private void block(String line) {
        line("");
        line(line);
    }

    private void fence(String raw) {
        String fence = "`".repeat(Math.max(3, Markup.longestRun(raw, '`') + 1));
        block(fence);
        line(raw.strip());
        line(fence);
    }

    private static String prose(List<Prose> story) {
        return story.stream()
                .flatMap(prose -> prose.spans().stream())
                .map(span -> span.code() ? code(span.text()) : text(span.text()))
                .collect(Collectors.joining())
                .strip();
    }

    private void line(String line) {
        out.append(line).append('\n');
    }
}
