package dev.headroom.load.tools;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.text.Numbers;
import dev.headroom.load.recording.CsvRows;
import dev.headroom.load.recording.Sample;
import dev.headroom.load.recording.SampleReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * JMeter's results as CSV (5.6), columns by the names in their first line. {@code timeStamp} is when a sample began, {@code elapsed} ends with the last byte of
 * its response. A line that sums up a transaction is no request; its samples stand by themselves. Nor is one without a URL, such as of a script or a Debug Sampler,
 * in a plan that has others with one. Where nobody has seen that in the plan, those that come first wait until one with a URL does.
 */
public final class JtlReader implements SampleReader {

    private static final String TRANSACTION = "Number of samples in transaction";
    private static final long MICROS = 1000;

    /** Milliseconds; no request takes longer. */
    private static final long A_DAY = 24 * 3_600_000L;

    /** Of a plan that sends no HTTP the first samples are told so late. Microseconds. */
    private static final long PATIENCE = 10_000_000;

    private static final Set<String> NO_URL = Set.of("", "null");

    /** Of what is left out, named: enough to find it in the plan. */
    private static final int LABELS = 3;

    /** Milliseconds since the epoch: in the year 5138. */
    private static final long LATEST = 100_000_000_000_000L;

    private final CsvRows rows = new CsvRows();
    private int columns;
    private boolean http;
    private boolean late;
    private final List<Sample> withoutUrl = new ArrayList<>();
    private long leftOut;
    private final Set<String> labelsLeftOut = new LinkedHashSet<>();

    /** @param http whether the plan sends HTTP for sure */
    public JtlReader(boolean http) {
        this.http = http;
    }

    @Override
    public List<Sample> read(byte[] bytes, int length) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (List<String> row : rows.read(bytes, length)) {
            Optional<Sample> sample = sample(row);
            if (sample.isPresent()) {
                take(
                        sample.get(),
                        !rows.has("URL") || !NO_URL.contains(rows.at(row, "URL").strip()),
                        samples);
            }
        }
        return samples;
    }

    private void take(Sample sample, boolean request, List<Sample> samples) {
        if (request) {
            http = true;
            rest().forEach(this::leaveOut);
            samples.add(sample);
        } else if (http) {
            leaveOut(sample);
        } else {
            withoutUrl.add(sample);
            late |= sample.endMicros() - withoutUrl.getFirst().startMicros() > PATIENCE;
            if (late) {
                samples.addAll(rest());
            }
        }
    }

    private void leaveOut(Sample sample) {
        leftOut++;
        if (labelsLeftOut.size() <= LABELS) {
            labelsLeftOut.add(sample.label());
        }
    }

    @Override
    public Optional<String> leftOut() {
        return leftOut == 0
                ? Optional.empty()
                : Optional.of(
                        "%s samples of the JMeter plan have no URL and are left out as no HTTP requests: %s%s. If they are the load, such as JMS or JDBC, put them into a plan without HTTP"
                                .formatted(
                                        Numbers.whole(leftOut),
                                        labelsLeftOut.stream().limit(LABELS).collect(Collectors.joining(", ")),
                                        labelsLeftOut.size() > LABELS ? " and others" : ""));
    }

    @Override
    public List<Sample> rest() {
        List<Sample> rest = List.copyOf(withoutUrl);
        withoutUrl.clear();
        return rest;
    }

    private Optional<Sample> sample(List<String> fields) throws IOException {
        if (columns == 0) {
            header(fields);
            return Optional.empty();
        }
        if (fields.size() == 1 && fields.getFirst().isEmpty()) {
            return Optional.empty();
        }
        if (fields.size() < columns) {
            throw new IOException(
                    "a line of JMeter's results has " + fields.size() + " fields, and its first line names " + columns);
        }
        if (rows.at(fields, "responseMessage").startsWith(TRANSACTION)) {
            return Optional.empty();
        }
        long start = MICROS * number(rows.at(fields, "timeStamp"), LATEST);
        long end = start + MICROS * number(rows.at(fields, "elapsed"), A_DAY);
        String label = rows.at(fields, "label");
        String status = rows.at(fields, "responseCode");
        if (rows.at(fields, "success").equals("true")) {
            return Optional.of(new Sample(label, start, end, Optional.empty(), ""));
        }
        boolean answered = status.matches("\\d{3}");
        String text = status + " " + rows.at(fields, "responseMessage") + " " + rows.at(fields, "failureMessage");
        ErrorKind kind = answered
                ? (status.charAt(0) < '4' ? ErrorKind.BODY : ErrorKind.STATUS)
                : ErrorTexts.kind(text, ErrorKind.OTHER);
        return Optional.of(new Sample(label, start, end, Optional.of(kind), answered ? status : text.strip()));
    }

    private void header(List<String> names) throws IOException {
        columns = names.size();
        rows.header(names);
        for (String needed : List.of("timeStamp", "elapsed", "label", "responseCode", "success")) {
            if (!rows.has(needed)) {
                throw new IOException("JMeter's results have no column " + needed + " in their first line, which is "
                        + String.join(",", names)
                        + ": they are to be CSV with jmeter.save.saveservice.print_field_names=true");
            }
        }
    }

    private static long number(String text, long most) throws IOException {
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new IOException("\"" + text + "\" in JMeter's results is to be a number of milliseconds");
    }
}
