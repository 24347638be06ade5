package dev.headroom.core.bounds;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How requests failed, for the reader. */
public final class FailureKinds {

    private FailureKinds() {}

    /** How requests failed, most first. */
    public static String words(Failures failures) {
        return failures.kinds().entrySet().stream()
                .filter(kind -> kind.getValue() > 0)
                .sorted(Map.Entry.<ErrorKind, Long>comparingByValue().reversed())
                .map(kind -> switch (kind.getKey()) {
                    case STATUS -> statuses(failures);
                    case RESET -> "connection closed or reset";
                    case REFUSED -> "connection refused";
                    default -> kind.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                })
                .collect(Collectors.joining(", "));
    }

    public static String statuses(Failures failures) {
        String seen = failures.statuses().keySet().stream()
                .filter(status -> status < 200 || status >= 300)
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(" or "));
        return seen.isEmpty() ? "non-2xx status" : "status " + seen;
    }
}
