package dev.headroom.load.tools;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.load.recording.CsvRows;
import dev.headroom.load.recording.Sample;
import dev.headroom.load.recording.SampleReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * JMeter's results as CSV (5.6), columns by the names in their first line. {@code timeStamp} is when a sample began, {@code elapsed} ends with the last byte of
 * its response. A line that sums up a transaction is no request; its samples stand by themselves.
 */
public final class JtlReader implements SampleReader {

    private static final String TRANSACTION = "Number of samples in transaction";
    private static final long MICROS = 1000;

    /** Milliseconds; no request takes longer. */
    private static final long A_DAY = 24 * 3_600_000L;

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

    @Override
    public List<Sample> read(byte[] bytes, int length) throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (List<String> row : rows.read(bytes, length)) {
            sample(row).ifPresent(samples::add);
        }
        return samples;
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
