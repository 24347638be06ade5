package dev.headroom.load.k6;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Turns;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a load as the script of k6 that a user of k6 would have written, with a line for whatever k6 does otherwise. */
public final class ScriptWriter {

    /** Longer than any list of turns that somebody would write down. */
    private static final int MOST_TURNS = 1000;

    private final Mix mix;
    private final Load load;
    private final Data data;
    private final Steps steps;
    private final List<Mix.Sequence> sequences;
    private final Success success;
    private final List<String> notes = new ArrayList<>();

    private ScriptWriter(Mix mix, Load load) {
        this.mix = mix;
        this.load = load;
        this.data = new Data(mix.visitors());
        this.steps = new Steps(load, mix.visitors().cookies(), data);
        this.sequences = mix.sequences();
        this.success = mix.parts().getFirst().request().success();
        if (mix.parts().stream().anyMatch(part -> !part.request().success().equals(success))) {
            throw new IllegalArgumentException("a script of k6 judges all responses alike");
        }
    }

    /** @throws IllegalArgumentException where a load cannot be put so */
    public static K6Script write(Mix mix, Load load) {
        return new ScriptWriter(mix, load).script();
    }

    private K6Script script() {
        Scenario scenario = new Scenario(meanLength(), notes::add);
        String options = options(scenario);
        Map<String, String> environment = environment(load.transport(), service());
        noteTheRest();
        Entry entry = new Entry(mix, load, data);
        boolean single = sequences.size() == 1;
        String functions = (single ? "" : turns() + sends()) + login();
        String requests = functions
                + entry.of(
                        single
                                ? lines(sequences.getFirst())
                                : "  sends[turns[exec.scenario.iterationInInstance % turns.length]]"
                                        + (mix.plain() ? "();\n" : "(v);\n"));
        String body =
                address() + options + data.declarations() + callback() + helpers(requests) + requests.stripLeading();
        return new K6Script(heading() + imports(body) + body, data.files(), environment, notes, scenario.iterations());
    }

    private String heading() {
        return notes.stream()
                .map(note -> "// - " + note + ".\n")
                .collect(Collectors.joining(
                        "",
                        "// The load of a Headroom experiment. BASE_URL in the environment says where the service is.\n"
                                + (notes.isEmpty() ? "" : "//\n// What k6 does otherwise than Headroom:\n"),
                        "\n"));
    }

    private static String imports(String body) {
        List<String> functions = Stream.of("check", "fail", "sleep")
                .filter(name -> body.contains(name + "("))
                .toList();
        return "import http from 'k6/http';\n"
                + (functions.isEmpty() ? "" : "import { " + String.join(", ", functions) + " } from 'k6';\n")
                + (body.contains("new SharedArray(") ? "import { SharedArray } from 'k6/data';\n" : "")
                + (body.contains("exec.") ? "import exec from 'k6/execution';\n" : "")
                + "\n";
    }

    private String address() {
        return "const BASE = __ENV.BASE_URL || %s;%n%n"
                .formatted(Js.text(service().toString()));
    }

    /** Requests of an iteration, in the mean. */
    private double meanLength() {
        int turns = sequences.stream().mapToInt(this::turns).sum();
        return sequences.stream().mapToInt(one -> turns(one) * one.length()).sum() / (double) turns;
    }

    private int turns(Mix.Sequence sequence) {
        return mix.turns(mix.parts().get(sequence.first()));
    }

    private String options(Scenario scenario) {
        Map<String, Map<String, String>> scenarios = new LinkedHashMap<>();
        load.warmUp().ifPresent(before -> scenarios.put("warm_up", Scenario.of(before, load.transport())));
        scenarios.put("load", scenario.of(load));
        StringBuilder text = new StringBuilder("export const options = {\n  scenarios: {\n");
        scenarios.forEach((name, options) -> {
            text.append("    ").append(name).append(": {\n");
            options.forEach((key, value) -> text.append("      %s: %s,%n".formatted(key, value)));
            text.append("    },\n");
        });
        text.append("  },\n  discardResponseBodies: true,\n  maxRedirects: 0,\n");
        if (load.transport().newConnectionPerRequest()) {
            text.append("  noConnectionReuse: true,\n");
        }
        if (load.transport().trustAnyCertificate()) {
            text.append("  insecureSkipTLSVerify: true,\n");
        }
        if (load instanceof Load.Open && !mix.visitors().login().isEmpty()) {
            text.append("  setupTimeout: '300s',\n");
        }
        return text.append("};\n\n").toString();
    }

    private String callback() {
        String expected = success.statuses().isEmpty()
                ? "{ min: 200, max: 299 }, 304"
                : success.statuses().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return "http.setResponseCallback(http.expectedStatuses(" + expected + "));\n\n";
    }

    /** A permuted block: shares are exact after each, for all parts of a load that is shared out. */
    private String turns() {
        int all = sequences.stream().mapToInt(this::turns).sum();
        if (all > MOST_TURNS) {
            throw new IllegalArgumentException("weights that come to " + all
                    + " turns are too many for a script of k6: choose rounder ones, of at most " + MOST_TURNS);
        }
        Turns order = mix.turns();
        return IntStream.range(0, all)
                .mapToObj(i -> String.valueOf(order.next()))
                .collect(Collectors.joining(
                        ", ", "// whose turn it is, from one iteration to the next\nconst turns = [", "];\n\n"));
    }

    private String sends() {
        return sequences.stream()
                .map(one -> (mix.plain() ? "() => {\n" : "(v) => {\n") + lines(one) + "}")
                .collect(Collectors.joining(", ", "const sends = [", "];\n"));
    }

    private String lines(Mix.Sequence sequence) {
        return steps.lines(mix.parts().subList(sequence.first(), sequence.first() + sequence.length()), false);
    }

    private String login() {
        return mix.visitors().login().isEmpty()
                ? ""
                : "\nfunction login(rows) {\n  const v = user(rows);\n"
                        + steps.lines(mix.visitors().login(), true) + "  return v;\n}\n";
    }

    private String helpers(String requests) {
        String text = (requests.contains("user(") ? "const user = (rows) => ({ rows, taken: {}, cookies: {} });\n" : "")
                + (requests.contains("good(") ? Helpers.good(success.statuses()) : "")
                + (load instanceof Load.Closed closed && requests.contains("think(")
                        ? Helpers.think(closed.think())
                        : "")
                + Helpers.calledIn(requests);
        return text.isEmpty() ? "" : text + "\n";
    }

    /** What k6 needs in its environment for a written script. */
    public static Map<String, String> environment(Transport transport, URI service) {
        Map<String, String> environment = new LinkedHashMap<>();
        transport.trusted().ifPresent(file -> environment.put("SSL_CERT_FILE", file.toString()));
        if (!transport.http2() && isTls(service)) {
            environment.put("GODEBUG", "http2client=0");
        }
        return environment;
    }

    private static boolean isTls(URI service) {
        return "https".equals(service.getScheme());
    }

    private URI service() {
        return mix.parts().getFirst().request().service();
    }

    private void noteTheRest() {
        boolean open = load instanceof Load.Open;
        boolean login = !mix.visitors().login().isEmpty();
        load.transport()
                .trusted()
                .ifPresent(file -> notes.add(
                        "k6 trusts the certificates of " + file + " where SSL_CERT_FILE in its environment names it"));
        note(load.transport().http2() && !isTls(service()), "without TLS k6 speaks HTTP/1.1 only: HTTP/2 is not put");
        note(
                !load.transport().http2() && isTls(service()),
                "k6 speaks HTTP/2 where the service offers it, but for GODEBUG=http2client=0 in its environment");
        note(load.transport().connectTimeout().isPresent(), "a connection has as much time as the whole request");
        note(
                open && sequences.stream().anyMatch(one -> one.length() > 1),
                "steps follow each other at once, in one iteration; with Headroom each is an arrival");
        note(
                load instanceof Load.Closed closed
                        && closed.stages().stream().anyMatch(stage -> stage.to() < stage.from())
                        && sequences.stream().anyMatch(one -> one.length() > 1),
                "users whom a stage takes away end their sequence first");
        note(
                !success.contains().isEmpty(),
                "a body that lacks the expected text is a failed check, not a failed request");
        note(
                mix.visitors().login().stream().anyMatch(part -> !part.take().isEmpty()),
                "a value that the answer to a login lacks ends the iteration with a message");
        note(login, "a user whom the service no longer knows (401) is not logged in again");
        note(
                login && open,
                "each part of a load that is shared out logs its own "
                        + mix.visitors().sessions() + " sessions in");
        note(
                mix.visitors().cookies() && open && !login,
                "cookies are those of k6's users, of which there are more than "
                        + mix.visitors().sessions() + " sessions");
        note(
                load instanceof Load.Closed closed && !(closed.think() instanceof ThinkTime.Fixed),
                "pauses are drawn anew in each run, not from the seed");
    }

    private void note(boolean holds, String note) {
        if (holds) {
            notes.add(note);
        }
    }
}
