package dev.headroom.agent;

import java.util.HashMap;
import java.util.Map;

/**
 * {@code port=<n>,token=<word>[,leash=true][,sample=true][,budget=<share>][,cores=<n>]}.
 *
 * @param port loopback port on which Headroom listens
 * @param token proves that this is the JVM that Headroom meant
 * @param leash halt this JVM when Headroom is gone
 * @param sample send samples
 * @param budget share of the machine that sampling may take
 * @param cores of the machine: this JVM may believe that it has more or fewer
 */
record Options(int port, String token, boolean leash, boolean sample, double budget, double cores) {

    private static final double DEFAULT_BUDGET = 0.007;

    static Options parse(String text) {
        Map<String, String> given = new HashMap<>();
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("expected key=value, found '" + pair + "'");
            }
            given.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        int port = Integer.parseInt(given.getOrDefault("port", "0"));
        String token = given.getOrDefault("token", "");
        if (port < 1 || port > 65_535 || token.isEmpty()) {
            throw new IllegalArgumentException("port and token are needed, found '" + text + "'");
        }
        return new Options(
                port,
                token,
                Boolean.parseBoolean(given.get("leash")),
                Boolean.parseBoolean(given.get("sample")),
                given.containsKey("budget") ? Double.parseDouble(given.get("budget")) : DEFAULT_BUDGET,
                given.containsKey("cores")
                        ? Double.parseDouble(given.get("cores"))
                        : Runtime.getRuntime().availableProcessors());
    }
}
