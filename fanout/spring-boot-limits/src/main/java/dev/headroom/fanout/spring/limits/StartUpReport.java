package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.Finding.Level;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/** Logs, once and in one block, the defaults that will bite, each with what to do. Says nothing where there are none. */
public class StartUpReport implements ApplicationListener<ApplicationReadyEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(StartUpReport.class);

    private final ObjectProvider<FindingSource> sources;
    private final boolean logged;
    private volatile List<Finding> findings = List.of();

    StartUpReport(ObjectProvider<FindingSource> sources, boolean logged) {
        this.sources = sources;
        this.logged = logged;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        findings = sources.orderedStream()
                .flatMap(StartUpReport::findings)
                .sorted(Comparator.comparing(Finding::level).reversed())
                .toList();
        if (!logged || findings.isEmpty()) {
            return;
        }
        if (findings.getFirst().level() == Level.WARN) {
            LOG.warn("{}", text(findings));
        } else {
            LOG.info("{}", text(findings));
        }
    }

    private static java.util.stream.Stream<Finding> findings(FindingSource source) {
        try {
            return source.find().toList().stream(); // here, where what it throws is caught
        } catch (RuntimeException e) {
            // A look that fails must not end an application that works
            LOG.debug("could not look for findings: {}", source, e);
            return java.util.stream.Stream.empty();
        }
    }

    /** What was found when the application was ready; the worst first. */
    public List<Finding> findings() {
        return findings;
    }

    static String text(List<Finding> findings) {
        return findings.stream()
                .map(finding -> "  " + finding.id() + ": " + finding.what() + "\n      fix: " + finding.fix())
                .collect(
                        Collectors.joining(
                                "\n",
                                "Settings that will bite under load:\n",
                                "\n  (fanout.limits.report=false silences this; the actuator's endpoint 'limits' shows it too)"));
    }
}
