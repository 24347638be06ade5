package dev.headroom.load.k6;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult.Tool.Checks;
import dev.headroom.load.recording.CsvRows;
import dev.headroom.load.recording.Sample;
import dev.headroom.load.recording.SampleReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What k6 writes with {@code --out csv=FILE} and {@code K6_CSV_TIME_FORMAT=unix_micro}: one row for each metric of each request, the rows of one
 * request one after the other, all at the time of its end. A request takes {@code blocked + duration}: k6 2.2.0 counts {@code blocked} from asking for
 * a connection to having one, with connecting and TLS in it, and {@code duration} is sending, waiting and receiving ({@code httpext/tracer.go}).
 * That is the time from its actual start; k6 tells of no other. A request that never had a connection takes 0 by k6.
 *
 * <p>Left out are requests of {@code setup()} and {@code teardown()}, which are in no scenario, and those with the tag {@value #LEFT_OUT}.
 *
 * <p>A check follows the request that it is of, though between the two may be those of other users. So a request with the tag {@value #CHECKED} waits
 * for the next check of its label's body, and is an error where that does not hold. One whose check does not come is not told of: its user was ended in between.
 */
public final class CsvReader implements SampleReader {

    /** A tag of requests that are no part of the load, such as a login. */
    public static final String LEFT_OUT = "counted=no";

    /** A tag of requests that a check of their body follows, see {@link #bodyCheck}. */
    public static final String CHECKED = "body=checked";

    private static final String OF_BODY = ": body";

    /** The columns that are read, and so the system tags that k6 has to write. */
    static final List<String> TAGS = List.of("error", "error_code", "expected_response", "group", "name", "status");

    private static final String FIRST = "http_reqs";
    private static final String LAST = "http_req_receiving";
    private static final double MICROS_PER_MILLI = 1000;
    static final long MICROS_PER_SECOND = 1_000_000;

    /** Milliseconds; no request takes longer. */
    private static final double A_DAY = 24 * 3_600_000.0;

    /** Of users, and of iterations at once: no machine has more. */
    private static final double MANY = 1e7;

    private final CsvRows rows = new CsvRows();
    private int columns;
    private final Map<String, Long> failedChecks = new HashMap<>();
    private final Map<String, Deque<Sample>> unchecked = new HashMap<>();
    private final Map<Long, Long> users = new HashMap<>();
    private final K6Sums sums = new K6Sums();
    private boolean open;
    private double blocked;
    private double duration;
    private long iterations;
    private long dropped;
    private long checks;
    private long mostVus;
    private long line;

    @Override
    public List<Sample> read(byte[] bytes, int length) throws IOException {
        List<Sample> complete = new ArrayList<>();
        for (List<String> row : rows.read(bytes, length)) {
            line++;
            if (columns == 0) {
                header(row);
            } else {
                row(row, complete);
            }
        }
        return complete;
    }

    private void header(List<String> names) throws IOException {
        columns = names.size();
        rows.header(names);
        List<String> needed = new ArrayList<>(List.of("metric_name", "timestamp", "metric_value", "extra_tags"));
        needed.addAll(TAGS);
        needed.removeAll(names);
        if (!needed.isEmpty()) {
            throw new IOException("no CSV of k6 that can be read: its first line has no column "
                    + String.join(", ", needed) + "; run k6 with --system-tags " + String.join(",", TAGS));
        }
    }

    private void row(List<String> row, List<Sample> complete) throws IOException {
        if (row.size() != columns) {
            throw new IOException("line " + line + " has " + row.size() + " fields and the first line " + columns
                    + ": do several k6 write into this file (k6-operator #163)?");
        }
        switch (at(row, "metric_name")) {
            case FIRST -> {
                open = true;
                blocked = 0;
                duration = 0;
            }
            case "http_req_blocked" -> blocked = number(row, A_DAY);
            case "http_req_duration" -> duration = number(row, A_DAY);
            case LAST -> {
                if (open && counts(row)) {
                    request(row, complete);
                    sums.request(duration);
                }
                open = false;
            }
            case "iterations" -> iterations += counts(row) ? Math.round(number(row, MANY)) : 0;
            case "dropped_iterations" -> dropped += counts(row) ? Math.round(number(row, MANY)) : 0;
            case "vus" -> {
                long now = Math.round(number(row, MANY));
                mostVus = Math.max(mostVus, now);
                users.merge(micros(row) / MICROS_PER_SECOND, now, Math::max);
            }
            case "checks" -> {
                if (counts(row)) {
                    check(at(row, "check"), number(row, 1) > 0, complete);
                }
            }
            default -> {} // of no use here
        }
    }

    private boolean counts(List<String> row) {
        boolean around = at(row, "scenario").isEmpty()
                && (isIn("::setup", at(row, "group")) || isIn("::teardown", at(row, "group")));
        return !around && !has(row, LEFT_OUT);
    }

    private static boolean isIn(String group, String name) {
        return name.equals(group) || name.startsWith(group + "::");
    }

    private boolean has(List<String> row, String tag) {
        return List.of(at(row, "extra_tags").split("&", -1)).contains(tag);
    }

    private void request(List<String> row, List<Sample> complete) throws IOException {
        Sample sample = sample(row);
        if (has(row, CHECKED)) {
            unchecked
                    .computeIfAbsent(bodyCheck(sample.label()), none -> new ArrayDeque<>())
                    .add(sample);
        } else {
            complete.add(sample);
        }
    }

    private void check(String name, boolean holds, List<Sample> complete) {
        sums.check(holds);
        Deque<Sample> waiting = unchecked.get(name);
        if (waiting != null && !waiting.isEmpty()) {
            Sample sample = waiting.remove();
            complete.add(holds || sample.error().isPresent() ? sample : sample.failing(ErrorKind.BODY));
            return;
        }
        checks++;
        if (!holds) {
            failedChecks.merge(name, 1L, Long::sum);
        }
    }

    static String bodyCheck(String label) {
        return label + OF_BODY;
    }

    private Sample sample(List<String> row) throws IOException {
        long end = micros(row);
        double took = blocked + duration;
        Outcome outcome = Outcome.of(
                at(row, "status"), at(row, "error_code"), at(row, "error"), at(row, "expected_response"), took);
        return new Sample(
                at(row, "name"), end - Math.round(took * MICROS_PER_MILLI), end, outcome.error(), outcome.detail());
    }

    /** Ten digits are seconds: k6 writes them where nobody asked for more. */
    private long micros(List<String> row) throws IOException {
        String time = at(row, "timestamp");
        if (!time.matches("\\d{16}")) {
            throw new IOException("line " + line + " has the time " + time
                    + ", not microseconds: run k6 with K6_CSV_TIME_FORMAT=unix_micro in its environment");
        }
        return Long.parseLong(time);
    }

    private double number(List<String> row, double most) throws IOException {
        String text = at(row, "metric_value");
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new IOException("line " + line + ": " + at(row, "metric_name") + " cannot be " + text);
    }

    private String at(List<String> row, String column) {
        return rows.at(row, column);
    }

    /** Iterations of the script that came to their end. */
    @Override
    public OptionalLong iterations() {
        return OptionalLong.of(iterations);
    }

    /** Iterations that k6 left out, since none of its users was free when they were due. */
    @Override
    public OptionalLong dropped() {
        return OptionalLong.of(dropped);
    }

    /** The most users at once, of once a second. */
    public long mostVus() {
        return mostVus;
    }

    /** How many users it had, by the second since the epoch in which it said so. */
    Map<Long, Long> users() {
        return Map.copyOf(users);
    }

    /** What its metrics have come to, as it counts them. */
    K6Sums sums() {
        return sums;
    }

    /** Of a script of a user's, which of them were of which request k6 does not tell. */
    @Override
    public Optional<Checks> checks() {
        return Optional.of(new Checks(
                checks,
                failedChecks.values().stream().mapToLong(Long::longValue).sum()));
    }

    /** Checks of the script that did not hold, by their names, but for those of a body that made their request an error. */
    public Map<String, Long> failedChecks() {
        return Map.copyOf(failedChecks);
    }

    /** Whether the first line has been read: k6 writes it before anything else. */
    public boolean begun() {
        return columns > 0;
    }

    /** Whether it ends in the middle of a line: k6 was killed while it wrote. */
    public boolean cut() {
        return rows.cut();
    }
}
