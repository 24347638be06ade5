package dev.headroom.lab.secrets;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Values of environment variables for which <code>${env.NAME}</code> stands in a file. Whatever is stored, shown or thrown by this process has that in their
 * place, so who resolves one keeps it here first.
 */
public final class EnvironmentValues {

    /** A shorter value stands in other texts by chance; it is hidden where it is all of a text from the file. */
    private static final int SHORTEST = 6;

    /** The longer first: one may be part of another. */
    private static final Map<String, String> PARTS = new ConcurrentSkipListMap<>(
            (one, other) -> one.length() == other.length() ? one.compareTo(other) : other.length() - one.length());

    private static final Map<String, String> WHOLE = new ConcurrentHashMap<>();

    private EnvironmentValues() {}

    /** @param reference that stands in its place, <code>${env.NAME}</code> */
    public static void keep(String value, String reference) {
        if (value.length() >= SHORTEST) {
            PARTS.putIfAbsent(value, reference);
        }
    }

    /**
     * A whole text of a file.
     *
     * @param resolved with the values
     * @param written as it stands in the file
     */
    public static void keepWhole(String resolved, String written) {
        WHOLE.putIfAbsent(resolved, written);
    }

    /** The same text, with references in place of values. */
    public static String hideIn(String text) {
        String whole = WHOLE.get(text);
        if (whole != null) {
            return whole;
        }
        String shown = text;
        for (Map.Entry<String, String> part : PARTS.entrySet()) {
            shown = shown.replace(part.getKey(), part.getValue());
        }
        return shown;
    }
}
