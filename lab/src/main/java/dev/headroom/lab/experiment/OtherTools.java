package dev.headroom.lab.experiment;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Keys by which other load generators (k6, wrk, Vegeta, JMeter, Locust) call what has a name of its own here. */
final class OtherTools {

    /**
     * A key of ours, and where else it belongs.
     *
     * @param within the keys that lead to it, the outermost first
     * @param example what to write where the last of these is known
     */
    private record Meaning(String key, List<String> within, String example) {

        /** What to write where these keys are known; empty where none of ours fits. */
        Optional<String> among(Collection<String> known) {
            if (known.contains(key)) {
                return Optional.of(key + ": ...");
            }
            for (int i = within.size() - 1; i >= 0; i--) {
                if (known.contains(within.get(i))) {
                    String around = String.join(": { ", within.subList(i, within.size()));
                    return Optional.of(around + ": " + example + " }".repeat(within.size() - 1 - i));
                }
            }
            return Optional.empty();
        }
    }

    private static final Meaning USERS = new Meaning("users", List.of("load", "closed"), "{ users: 10, for: 30s }");
    private static final Meaning TIME = new Meaning("for", List.of("load", "open"), "{ rate: 20/s, for: 60s }");
    private static final Meaning RATE = new Meaning("rate", List.of("load", "open"), "{ rate: 20/s, for: 60s }");
    private static final Meaning PAUSE =
            new Meaning("think", List.of("load", "closed"), "{ users: 10, think: 1s, for: 30s }");

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
