package dev.headroom.load.k6;

import java.util.Locale;

/**
 * Lines as k6 2.2.0 writes them: after name, time and value the system tags by their names, then the other tags, then metadata
 * ({@code internal/output/csv/output.go}); of a request first {@code http_reqs}, then its times, then whether it failed ({@code httpext/tracer.go}).
 */
public final class K6Csv {

    public static final String HEADER =
            "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,name,scenario,status,extra_tags,metadata\n";

    private K6Csv() {}

    /**
     * @param end microseconds since the epoch
     * @param millis from the actual start, of which {@code blocked} came before it was sent
     * @param outcome error, error_code, expected_response
     */
    public static String request(
            long end, double millis, double blocked, String name, int status, String outcome, String extra) {
        StringBuilder rows = new StringBuilder();
        String tags = tags(name, status, outcome, extra);
        row(rows, "http_reqs", end, 1, tags);
        row(rows, "http_req_duration", end, millis - blocked, tags);
        row(rows, "http_req_blocked", end, blocked, tags);
        row(rows, "http_req_connecting", end, blocked / 2, tags);
        row(rows, "http_req_tls_handshaking", end, 0, tags);
        row(rows, "http_req_sending", end, 0, tags);
        row(rows, "http_req_waiting", end, millis - blocked, tags);
        row(rows, "http_req_receiving", end, 0, tags);
        row(rows, "http_req_failed", end, outcome.endsWith("true") ? 0 : 1, tags);
        return rows.toString();
    }

    static String ok(long end, double millis, String name) {
        return request(end, millis, 0, name, 200, ",,true", "");
    }

    /** A metric without the tags of a request. */
    static String plain(String metric, long at, double value) {
        StringBuilder rows = new StringBuilder();
        row(rows, metric, at, value, ",,,,,,load,,,");
        return rows.toString();
    }

    private static String tags(String name, int status, String outcome, String extra) {
        return "," + outcome + ",," + name + ",load," + status + "," + extra + ",";
    }

    private static void row(StringBuilder rows, String metric, long time, double value, String tags) {
        rows.append(String.format(Locale.ROOT, "%s,%d,%f,%s%n", metric, time, value, tags));
    }
}
