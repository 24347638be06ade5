package dev.headroom.agent.wire;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code socket=<path>[,leash=true][,sample=true][,budget=<share>][,cores=<n>]}. None of it is secret: everybody can read a command line.
 *
 * @param socket at which Headroom listens
 * @param leash halt this JVM when Headroom is gone
 * @param sample send samples
 * @param budget share of these cores that sampling may take
 * @param cores that this JVM may run on: it may believe that it has more or fewer
 */
public record Options(Path socket, boolean leash, boolean sample, double budget, double cores) {

    private static final double DEFAULT_BUDGET = 0.007;

    public static Options parse(String text) {
        Map<String, String> given = new HashMap<>();
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("expected key=value, found '" + pair + "'");
            }
            given.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        String socket = given.get("socket");
        if (socket == null) {
            throw new IllegalArgumentException("a socket is needed, found '" + text + "'");
        }
        return new Options(
                Path.of(socket),
                Boolean.parseBoolean(given.get("leash")),
                Boolean.parseBoolean(given.get("sample")),
                given.containsKey("budget") ? Double.parseDouble(given.get("budget")) : DEFAULT_BUDGET,
                given.containsKey("cores")
                        ? Double.parseDouble(given.get("cores"))
                        : Runtime.getRuntime().availableProcessors());
    }
}
