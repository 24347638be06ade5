package dev.headroom.core.bounds;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How requests failed, for the reader. */
public final class FailureKinds {

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private FailureKinds() {}

    /** How requests failed, most first. */
    public static String words(Failures failures) {
        return failures.kinds().entrySet().stream()
                .filter(kind -> kind.getValue() > 0)
                .sorted(Map.Entry.<ErrorKind, Long>comparingByValue().reversed())
                .map(kind -> words(kind.getKey(), failures))
                .collect(Collectors.joining(", "));
    }

    private static String words(ErrorKind kind, Failures failures) {
        String cause = failures.causes().getOrDefault(kind, "");
        return switch (kind) {
            case STATUS ->
                statuses(failures)
                        + (failures.statuses().keySet().stream().anyMatch(REDIRECTS::contains)
                                ? ": redirects are not followed"
                                : "");
            case TLS, CERTIFICATE -> "TLS handshake failed" + (cause.isEmpty() ? "" : ": " + cause);
            case OTHER, GENERATOR, VALUE_MISSING -> cause.isEmpty() ? name(kind) : cause;
            case RESET -> "connection closed or reset";
            case REFUSED -> "connection refused";
            case CONNECT_TIMEOUT, TIMEOUT, BODY -> name(kind);
        };
    }

    private static String name(ErrorKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
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
