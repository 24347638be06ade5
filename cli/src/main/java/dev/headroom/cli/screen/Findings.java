package dev.headroom.cli.screen;

import dev.headroom.core.model.result.Inspection;
import dev.headroom.lab.store.InspectionFile;
import dev.headroom.lab.store.Redaction;
import dev.headroom.report.Reports;

/** What was found in a running JVM as it leaves this process, by whatever way: without secrets. What is moved goes by what was seen. */
public final class Findings {

    private final Inspection shown;

    public Findings(Inspection seen) {
        shown = Redaction.hide(seen);
    }

    public String terminal(Screen screen) {
        return Reports.terminal(shown, screen.columns(), screen.colours());
    }

    public String json(String way) {
        return InspectionFile.text(shown, way);
    }

    public String html() {
        return Reports.html(shown);
    }

    public String markdown() {
        return Reports.markdown(shown);
    }
}
