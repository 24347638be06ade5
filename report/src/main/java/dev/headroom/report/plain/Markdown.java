package dev.headroom.report.plain;

import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.report.text.Prose;
import dev.headroom.report.view.InspectionView;
import dev.headroom.report.view.ReportView;
import dev.headroom.report.view.variant.FoundView;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A report in brief, as GitHub's Markdown: fits a comment on a pull request or an incident. Whatever a template fills in stays text, so that no
 * name becomes a tag, a table cell or a link; but for what the template calls unsafe: Markdown of ours, and a share, which may be
 * {@code < 0.1 %}.
 */
public final class Markdown {

    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_\\[\\]<>|#~@]");
    private static final Pattern BREAKS = Pattern.compile("\\s*\\R\\s*");
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
            null, ContentType.Plain, Markdown.class.getClassLoader(), "dev.headroom.report.markdown");

    private Markdown() {}

    public static String render(ExperimentResult result) {
        return page("experiment.jte", ReportView.of(result));
    }

    public static String render(Inspection inspection) {
        return page("inspection.jte", InspectionView.of(inspection));
    }

    /** What a verdict rests on. */
    public static String evidence(FoundView found) {
        return page("evidence.jte", found);
    }

    private static String page(String template, Object view) {
        StringOutput out = new StringOutput() {
            @Override
            public void writeUserContent(String value) {
                writeContent(text(value));
            }
        };
        ENGINE.render(template, view, out);
        String page = out.toString();
        return page.substring(0, page.length() - 1); // the last line end is the template's
    }

    private static String text(String raw) {
        return SPECIAL.matcher(oneLine(raw)).replaceAll("\\\\$0");
    }

    /** A code span; a bar would end the table cell even there, unless it is escaped. */
    public static String code(String raw) {
        String line = oneLine(raw);
        String tick = "`".repeat(longestTicks(line) + 1);
        String pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
        return tick + pad + line.replace("|", "\\|") + pad + tick;
    }

    public static String fence(String raw) {
        String fence = "`".repeat(Math.max(3, longestTicks(raw) + 1));
        return fence + "\n" + raw.strip() + "\n" + fence;
    }

    public static String prose(List<Prose> story) {
        return story.stream()
                .flatMap(prose -> prose.spans().stream())
                .map(span -> span.code() ? code(span.text()) : text(span.text()))
                .collect(Collectors.joining())
                .strip();
    }

    private static int longestTicks(String text) {
        return Pattern.compile("`+")
                .matcher(text)
                .results()
                .mapToInt(run -> run.end() - run.start())
                .max()
                .orElse(0);
    }

    private static String oneLine(String raw) {
        return BREAKS.matcher(raw).replaceAll(" ");
    }
}
