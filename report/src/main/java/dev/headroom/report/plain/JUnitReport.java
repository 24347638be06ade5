package dev.headroom.report.plain;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.view.IndexEntry;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * What became of what was expected, as the XML that build servers read since JUnit's Ant task wrote it: a suite for each experiment, a case for
 * each run and expectation. A run of which nothing is expected has one case: that it was answered.
 */
public record JUnitReport(XMLStreamWriter xml) {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ISO_LOCAL_DATE_TIME;

    /** @param problem empty where there is none; an error is none of the service's, what is skipped could not be run here */
    private record Case(String classname, String name, double seconds, String problem, Became became) {}

    private enum Became {
        FAILURE,
        ERROR,
        SKIPPED
    }

    public static String render(List<IndexEntry> entries) {
        StringWriter out = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            new JUnitReport(xml).write(entries);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a text in memory cannot be written", e);
        }
        return out.toString();
    }

    private void write(List<IndexEntry> entries) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        start("testsuites");
        for (int id = 0; id < entries.size(); id++) {
            suite(entries.get(id), id);
        }
        end();
        xml.writeEndDocument();
    }

    private void suite(IndexEntry entry, int id) throws XMLStreamException {
        String name = entry.result().experiment().name();
        List<Case> cases = new ArrayList<>();
        entry.failure().ifPresent(why -> cases.add(new Case(name, "experiment", 0, why, Became.ERROR)));
        entry.result().runs().forEach(run -> cases.addAll(cases(run)));
        start("testsuite");
        attribute("id", String.valueOf(id));
        attribute("package", "headroom");
        attribute("name", name);
        attribute(
                "timestamp",
                SECONDS.format(entry.result()
                        .startedAt()
                        .truncatedTo(ChronoUnit.SECONDS)
                        .atOffset(ZoneOffset.UTC)));
        attribute("hostname", "localhost");
        attribute("tests", String.valueOf(cases.size()));
        attribute("failures", count(cases, Became.FAILURE));
        attribute("errors", count(cases, Became.ERROR));
        attribute("skipped", count(cases, Became.SKIPPED));
        attribute("time", seconds(Times.seconds(entry.result().elapsed())));
        empty("properties");
        for (Case one : cases) {
            write(one);
        }
        empty("system-out");
        empty("system-err");
        end();
    }

    private static List<Case> cases(Run run) {
        String of =
                run.experiment() + "." + run.variant().name() + (run.repetition() == 1 ? "" : "@" + run.repetition());
        double seconds =
                run.result().map(LoadResult::elapsed).map(Times::seconds).orElse(0.0);
        List<Case> cases = new ArrayList<>();
        run.failure().ifPresent(why -> cases.add(new Case(of, "run", seconds, why, Became.ERROR)));
        run.leftOut().ifPresent(why -> cases.add(new Case(of, "run", seconds, why, Became.SKIPPED)));
        for (Outcome outcome : run.expectations()) {
            cases.add(new Case(
                    of,
                    outcome.name() + " " + outcome.expected(),
                    cases.isEmpty() ? seconds : 0,
                    outcome.met() ? "" : "expected " + outcome.expected() + ", found " + outcome.measured(),
                    Became.FAILURE));
        }
        if (cases.isEmpty()) {
            String problem = run.answered() ? "" : "no figures of the service came of it";
            cases.add(new Case(of, "answered", seconds, problem, Became.FAILURE));
        }
        return cases;
    }

    private void write(Case one) throws XMLStreamException {
        start("testcase");
        attribute("classname", one.classname());
        attribute("name", one.name());
        attribute("time", seconds(one.seconds()));
        if (!one.problem().isEmpty()) {
            start(one.became().name().toLowerCase(Locale.ROOT));
            attribute("message", one.problem());
            if (one.became() != Became.SKIPPED) {
                attribute("type", one.became() == Became.ERROR ? "run" : "expectation");
            }
            end();
        }
        end();
    }

    private static String count(List<Case> cases, Became became) {
        return String.valueOf(cases.stream()
                .filter(one -> !one.problem().isEmpty() && one.became() == became)
                .count());
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    private void start(String element) throws XMLStreamException {
        xml.writeCharacters("\n");
        xml.writeStartElement(element);
    }

    private void empty(String element) throws XMLStreamException {
        xml.writeCharacters("\n");
        xml.writeEmptyElement(element);
    }

    private void end() throws XMLStreamException {
        xml.writeEndElement();
    }

    /** Without the characters that XML 1.0 has no way to write. */
    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(
                name, value.replaceAll("[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?"));
    }
}
