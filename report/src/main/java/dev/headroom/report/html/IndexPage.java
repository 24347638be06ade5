package dev.headroom.report.html;

import dev.headroom.report.view.IndexView;
import gg.jte.output.StringOutput;
import java.util.Map;

/** The page that leads to the pages of several experiments; it draws nothing, so it has no script. */
public final class IndexPage {

    private IndexPage() {}

    public static String render(IndexView index) {
        StringOutput page = new StringOutput();
        HtmlReport.ENGINE.render(
                "index.jte", Map.of("index", index, "styles", HtmlReport.resource("report.css")), page);
        return page.toString();
    }
}
