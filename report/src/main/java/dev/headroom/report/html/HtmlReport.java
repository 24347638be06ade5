package dev.headroom.report.html;

import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.report.view.IndexView;
import dev.headroom.report.view.InspectionView;
import dev.headroom.report.view.ReportView;
import dev.headroom.report.view.comparison.Repetitions;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The page: one file that holds its styles, its scripts and its data, and asks no network for anything. */
public final class HtmlReport {

    private static final String TEMPLATES = "dev.headroom.report.templates";
    private static final TemplateEngine ENGINE =
            TemplateEngine.createPrecompiled(null, ContentType.Html, HtmlReport.class.getClassLoader(), TEMPLATES);

    private HtmlReport() {}

    public static String render(ExperimentResult result) {
        return page("report.jte", "report", ReportView.of(result), ChartData.json(Repetitions.shown(result)));
    }

    public static String render(Inspection inspection) {
        return page("inspection.jte", "view", InspectionView.of(inspection), ChartData.json(inspection));
    }

    /** The page that leads to the pages of several experiments; it draws nothing, so it has no script. */
    public static String render(IndexView index) {
        StringOutput page = new StringOutput();
        ENGINE.render("index.jte", Map.of("index", index, "styles", resource("report.css")), page);
        return page.toString();
    }

    private static String page(String template, String name, Object view, String data) {
        StringOutput page = new StringOutput();
        ENGINE.render(
                template,
                Map.of(
                        name,
                        view,
                        "styles",
                        resource("uplot/uPlot.min.css") + resource("report.css"),
                        "licence",
                        resource("uplot/LICENSE.txt"),
                        "library",
                        resource("uplot/uPlot.iife.min.js"),
                        "script",
                        resource("charts.js") + resource("report.js"),
                        "data",
                        data),
                page);
        return page.toString();
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar of headroom-report lacks " + name + ": build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " of headroom-report", e);
        }
    }
}
