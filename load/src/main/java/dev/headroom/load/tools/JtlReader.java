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
 * in a plan that has others with one: those that come first wait until one with a URL does.
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
    private Optional<List<String>> header = Optional.empty();
    private int time;
    private int elapsed;
    private int label;
    private int code;
    private int success;
    private int message;
    private int failure;
    private int url;
    private boolean http;
    private boolean late;
    private final List<Sample> withoutUrl = new ArrayList<>();
    private long leftOut;
    private final Set<String> labelsLeftOut = new LinkedHashSet<>();

    @Override
    public List<Sample> read(byte[] bytes, int length) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (List<String> row : rows.read(bytes, length)) {
            Optional<Sample> sample = sample(row);
            if (sample.isPresent()) {
                take(sample.get(), url < 0 || !NO_URL.contains(row.get(url).strip()), samples);
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
        if (header.isEmpty()) {
            header(fields);
            return Optional.empty();
        }
        if (fields.size() == 1 && fields.getFirst().isEmpty()) {
            return Optional.empty();
        }
        if (fields.size() < header.get().size()) {
            throw new IOException("a line of JMeter's results has " + fields.size()
                    + " fields, and its first line names " + header.get().size());
        }
        if (message >= 0 && fields.get(message).startsWith(TRANSACTION)) {
            return Optional.empty();
        }
        long start = MICROS * number(fields.get(time), LATEST);
        long end = start + MICROS * number(fields.get(elapsed), A_DAY);
        String status = fields.get(code);
        if (fields.get(success).equals("true")) {
            return Optional.of(new Sample(fields.get(label), start, end, Optional.empty(), ""));
        }
        boolean answered = status.matches("\\d{3}");
        String text = status + " " + text(message, fields) + " " + text(failure, fields);
        ErrorKind kind = answered
                ? (status.charAt(0) < '4' ? ErrorKind.BODY : ErrorKind.STATUS)
                : ErrorTexts.kind(text, ErrorKind.OTHER);
        return Optional.of(
                new Sample(fields.get(label), start, end, Optional.of(kind), answered ? status : text.strip()));
    }

    private static String text(int column, List<String> fields) {
        return column < 0 ? "" : fields.get(column);
    }

    private void header(List<String> names) throws IOException {
        header = Optional.of(names);
        time = column("timeStamp");
        elapsed = column("elapsed");
        label = column("label");
        code = column("responseCode");
        success = column("success");
        message = names.indexOf("responseMessage");
        failure = names.indexOf("failureMessage");
        url = names.indexOf("URL");
    }

    private int column(String name) throws IOException {
        int at = header.orElseThrow().indexOf(name);
        if (at < 0) {
            throw new IOException("JMeter's results have no column " + name + " in their first line, which is "
                    + String.join(",", header.get())
                    + ": they are to be CSV with jmeter.save.saveservice.print_field_names=true");
        }
        return at;
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
