package dev.headroom.cli;

import dev.headroom.core.model.Inspection;
import dev.headroom.lab.store.InspectionFile;
import dev.headroom.lab.store.Redaction;
import dev.headroom.report.Reports;

/** What was found in a running JVM as it leaves this process, by whatever way: without secrets. What is moved goes by what was seen. */
final class Findings {

    private final Inspection shown;

    Findings(Inspection seen) {
        shown = Redaction.hide(seen);
    }

    String terminal(Screen screen) {
        return Reports.terminal(shown, screen.columns(), screen.colours());
    }

    String json(String way) {
        return InspectionFile.text(shown, way);
    }

    String html() {
        return Reports.html(shown);
    }

    String markdown() {
        return Reports.markdown(shown);
    }
}
