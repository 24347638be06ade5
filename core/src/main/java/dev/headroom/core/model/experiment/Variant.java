package dev.headroom.core.model.experiment;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Users;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One way to write or configure the watched service.
 *
 * @param description one line for the report: what is different here
 * @param requests what the load sends: one, or several of which each has its weight
 * @param settings laid over those of the watched service
 * @param jvm added to the options of the watched service
 * @param load in place of the experiment's
 * @param before requests that are sent before warm-up and load, and whose answers nobody waits for
 * @param lifts names of variants whose binding limit this one lifts: its run can verify their diagnosis
 * @param origin in place of that of the watched service: another program for the same job
 * @param jdk in place of that of the watched service
 * @param args added to those of the watched service
 * @param env laid over that of the watched service
 * @param expected of its run; those of the experiment are among them
 * @param users who send the requests
 */
public record Variant(
        String name,
        String description,
        List<RequestKind> requests,
        Map<String, String> settings,
        List<String> jvm,
        Optional<Load> load,
        Published published,
        Optional<Physics> physics,
        List<Preparation> before,
        List<String> lifts,
        Optional<Origin> origin,
        Optional<String> jdk,
        List<String> args,
        Map<String, String> env,
        Expectations expected,
        Users users) {

    public Variant {
        before = List.copyOf(before);
        requests = List.copyOf(requests);
        settings = Map.copyOf(settings);
        jvm = List.copyOf(jvm);
        lifts = List.copyOf(lifts);
        args = List.copyOf(args);
        env = Map.copyOf(env);
    }

    /** The same with other settings and another load. */
    public Variant with(Map<String, String> others, Optional<Load> own) {
        return new Variant(
                name,
                description,
                requests,
                others,
                jvm,
                own,
                published,
                physics,
                before,
                lifts,
                origin,
                jdk,
                args,
                env,
                expected,
                users);
    }

    /** Whether its load sends more than one kind of request. */
    public boolean mixed() {
        return requests.size() > 1;
    }

    /** What the load sends, for the reader: {@code GET /a}, or {@code view (GET /a) 3 of 4, order (GET /b) 1 of 4}. */
    public String requestLine() {
        int all = requests.stream().mapToInt(RequestKind::weight).sum();
        return mixed()
                ? requests.stream()
                        .map(kind -> kind.name() + " (" + kind.line() + ") " + kind.weight() + " of " + all)
                        .collect(Collectors.joining(", "))
                : requests.stream().map(RequestKind::line).collect(Collectors.joining());
    }

    /** {@code count} requests, each on a connection of its own that stays open until the run ends. */
    public record Preparation(String method, String path, int count) {}
}
