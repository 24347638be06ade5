package dev.headroom.lab.experiment;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Keys by which other load generators (k6, wrk, Vegeta, JMeter, Locust) call what has a name of its own here. */
final class OtherTools {

    /**
     * A key of ours.
     *
     * @param loads how a load with it is written
     */
    private record Meaning(String key, List<String> loads) {

        /** What to write where these keys are known; empty where none of ours fits. */
        Optional<String> among(Collection<String> known) {
            if (known.contains("closed")) {
                return Optional.of(loads.stream().map(load -> "`" + load + "`").collect(Collectors.joining(" or ")));
            }
            if (known.contains(key)) {
                return Optional.of("`" + key + ": ...`");
            }
            return known.contains("load") ? Optional.of("`load: { " + loads.getFirst() + " }`") : Optional.empty();
        }
    }

    private static final String OPEN = "open: { rate: 20/s, for: 60s }";
    private static final String CLOSED = "closed: { users: 10, for: 60s }";

    private static final Meaning USERS = new Meaning("users", List.of(CLOSED));
    private static final Meaning TIME = new Meaning("for", List.of(OPEN, CLOSED));
    private static final Meaning RATE = new Meaning("rate", List.of(OPEN));
    private static final Meaning PAUSE = new Meaning("think", List.of("closed: { users: 10, think: 1s, for: 60s }"));

    /** Without hyphens, in lower case. */
    private static final Map<String, Meaning> MEANINGS = Map.ofEntries(
            Map.entry("vus", USERS),
            Map.entry("virtualusers", USERS),
            Map.entry("threads", USERS),
            Map.entry("concurrency", USERS),
            Map.entry("duration", TIME),
            Map.entry("holdfor", TIME),
            Map.entry("rps", RATE),
            Map.entry("qps", RATE),
            Map.entry("throughput", RATE),
            Map.entry("arrivalrate", RATE),
            Map.entry("sleep", PAUSE),
            Map.entry("pause", PAUSE),
            Map.entry("thinktime", PAUSE));

    private OtherTools() {}

    /** What to write in place of a key that is not known here. */
    static Optional<String> meant(String typed, Collection<String> known) {
        return Optional.ofNullable(MEANINGS.get(typed.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "")))
                .flatMap(meaning -> meaning.among(known));
    }
}
