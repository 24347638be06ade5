package dev.headroom.lab.experiment;

import dev.headroom.lab.store.GivenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A CSV file (RFC 4180) in UTF-8, whose first line names its columns.
 *
 * @param rows at least one, each with a value for every column
 */
public record CsvFile(List<String> columns, List<List<String>> rows) {

    private static final int MOST = 64 << 20;

    /** @param line from 1, in which it begins */
    private record Line(int line, List<String> values) {}

    public CsvFile {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** @throws IOException whose message tells what is wrong with the file, and in which line */
    public static CsvFile read(Path file) throws IOException {
        List<Line> lines = lines(file);
        if (lines.size() < 2) {
            throw new IOException(file + ", which has " + (lines.isEmpty() ? "no line" : "no line below its header"));
        }
        List<String> columns = lines.getFirst().values();
        List<List<String>> rows = new ArrayList<>();
        for (Line line : lines.subList(1, lines.size())) {
            if (line.values().size() != columns.size()) {
                throw new IOException(file + ", which has " + line.values().size() + " values in line " + line.line()
                        + " and " + columns.size() + " columns");
            }
            rows.add(List.copyOf(line.values()));
        }
        return new CsvFile(columns.stream().map(String::strip).toList(), rows);
    }

    private static List<Line> lines(Path file) throws IOException {
        String text = GivenFile.text(file, MOST);
        List<Line> lines = new ArrayList<>();
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        int line = 1;
        int begun = 1;
        for (int i = text.startsWith("\uFEFF") ? 1 : 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char next = i + 1 < text.length() ? text.charAt(i + 1) : '\n';
            line += c == '\n' ? 1 : 0;
            if (quoted) {
                if (c != '"') {
                    value.append(c);
                } else if (next == '"') {
                    value.append(c);
                    i++;
                } else {
                    quoted = false;
                }
            } else if (c == '"' && value.isEmpty()) {
                quoted = true;
            } else if (c == ',' || c == '\n') {
                values.add(value.toString());
                value.setLength(0);
                if (c == '\n') {
                    add(lines, begun, values);
                    values = new ArrayList<>();
                    begun = line;
                }
            } else if (c != '\r' || next != '\n') {
                value.append(c);
            }
        }
        if (quoted) {
            throw new IOException(file + ", which has a quote in line " + begun + " that is not closed");
        }
        values.add(value.toString());
        add(lines, begun, values);
        return lines;
    }

    /** Empty lines are none. */
    private static void add(List<Line> lines, int begun, List<String> values) {
        if (!values.equals(List.of(""))) {
            lines.add(new Line(begun, values));
        }
    }
}
