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
        String data = ChartData.json(Repetitions.of(result.runs()).shown());
        return page("report.jte", Map.of("report", ReportView.of(result), "data", data));
    }

    public static String render(Inspection inspection) {
        String data = ChartData.json(inspection);
        return page("inspection.jte", Map.of("view", InspectionView.of(inspection), "data", data));
    }

    /** The page that leads to the pages of several experiments; it draws nothing, so it has no script. */
    public static String render(IndexView index) {
        return page("index.jte", Map.of("index", index));
    }

    private static String page(String template, Map<String, Object> parameters) {
        StringOutput page = new StringOutput();
        ENGINE.render(template, parameters, page);
        return page.toString();
    }

    /** @param draws whether there are plots on the page */
    public static String styles(boolean draws) {
        return (draws ? resource("uplot/uPlot.min.css") : "") + resource("report.css");
    }

    public static String resource(String name) {
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
