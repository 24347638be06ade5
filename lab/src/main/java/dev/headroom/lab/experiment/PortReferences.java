package dev.headroom.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

/** {@code ${name.port}} in a setting or JVM option stands for the port that the service {@code name} listens on. */
public final class PortReferences {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z0-9.-]+)\\.port}");

    private PortReferences() {}

    /** The services that {@code text} refers to. */
    static List<String> in(String text) {
        List<String> names = new ArrayList<>();
        REFERENCE.matcher(text).results().forEach(match -> names.add(match.group(1)));
        return names;
    }

    public static String resolve(String text, ToIntFunction<String> portOf) {
        return REFERENCE.matcher(text).replaceAll(match -> Integer.toString(portOf.applyAsInt(match.group(1))));
    }
}
