package dev.headroom.load.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows of a CSV file (RFC 4180) as it grows: fields may be quoted, and hold commas, quotes that are doubled, and line ends. */
public final class CsvRows {

    /** Longer than any row of results: what is longer is something else. */
    private static final int LONGEST_ROW = 1 << 20;

    private byte[] rest = new byte[256];
    private int held;
    private boolean quoted;
    private final Map<String, Integer> columns = new HashMap<>();

    /** The rows that are complete with these bytes; the beginning of the next one is kept. */
    public List<List<String>> read(byte[] bytes, int length) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            byte each = bytes[i];
            if (each == '\n' && !quoted) {
                rows.add(fields(new String(rest, 0, held, StandardCharsets.UTF_8)));
                held = 0;
                continue;
            }
            quoted ^= each == '"';
            if (held == rest.length) {
                if (held >= LONGEST_ROW) {
                    throw new IOException("no CSV of results: a row of more than " + LONGEST_ROW + " bytes");
                }
                rest = Arrays.copyOf(rest, 2 * held);
            }
            rest[held++] = each;
        }
        return rows;
    }

    /** The first row tells how the columns are called. */
    public void header(List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(names.get(i), i);
        }
    }

    public boolean has(String column) {
        return columns.containsKey(column);
    }

    /** Empty where there is no such column. */
    public String at(List<String> row, String column) {
        Integer index = columns.get(column);
        return index == null ? "" : row.get(index);
    }

    /** Whether a row has begun and not ended. */
    public boolean cut() {
        return held > 0;
    }

    private static List<String> fields(String row) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean inQuotes = false;
        int end = row.endsWith("\r") ? row.length() - 1 : row.length();
        for (int i = 0; i < end; i++) {
            char c = row.charAt(i);
            if (c == '"') {
                if (inQuotes && i + 1 < end && row.charAt(i + 1) == '"') {
                    field.append(c);
                    i++;
                } else {
                    inQuotes = !inQuotes;
                }
            } else if (c == ',' && !inQuotes) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }
}
