package dev.headroom.trials;

import java.util.HashMap;
import java.util.Map;

/** The {@code --key=value} arguments of a service. */
record Settings(Map<String, String> values) {

    static Settings of(String[] arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("found `" + argument + "`; expected --key=value");
            }
            values.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
        return new Settings(Map.copyOf(values));
    }

    String text(String key, String otherwise) {
        return values.getOrDefault(key, otherwise);
    }

    int number(String key, int otherwise) {
        return Integer.parseInt(text(key, String.valueOf(otherwise)));
    }

    String trial() {
        return text("trial", "healthy");
    }

    int port() {
        return number("server.port", 8080);
    }

    /** Whether this is the healthy twin: the same service, with the limit wide enough. */
    boolean twin() {
        return Boolean.parseBoolean(text("twin", "false"));
    }

    /** How many there may be at once: {@code limit}, or plenty in the twin. */
    int limit(int limit) {
        return twin() ? 200 : limit;
    }

    /** Where the service that this one calls listens. */
    String downstream() {
        return text("downstream", "http://127.0.0.1:8090/");
    }
}
