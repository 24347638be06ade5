package dev.headroom.lab.experiment;

import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import dev.headroom.lab.store.GivenFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Mistakes in loads that no schema can see: certificates that are none, users who are not in before the end, stages in which nothing is sent, distributions whose ends are the wrong way round. */
final class LoadChecks extends Checks {

    private static final List<String> REQUESTS = List.of("request", "requests", "steps");
    private static final List<String> TOOLS = List.of("jmeter", "gatling", "k6", "command");
    private static final List<String> OF_SCRIPTS = List.of("users", "for", "jmeter-home", "k6-program");
    private static final List<String> OURS = List.of(
            "connect-timeout",
            "new-connection-per-request",
            "trust-any-certificate",
            "trusted",
            "http2",
            "seed",
            "engine");

    private LoadChecks(YamlDocument document) {
        super(document);
    }

    static List<Mistake> check(YamlDocument document) {
        LoadChecks checks = new LoadChecks(document);
        checks.load("/load");
        for (String variant : document.children("/variants")) {
            checks.load(variant + "/load");
            checks.request(variant);
        }
        return checks.mistakes;
    }

    /** Only a script sends requests that the file does not name. */
    private void request(String variant) {
        JsonNode node = at(variant);
        String load = node.has("load") ? variant + "/load" : "/load";
        boolean names = REQUESTS.stream().anyMatch(node::has);
        boolean sends = LoadReader.program(document, load)
                .filter(program -> !program.sendsTheRequest())
                .isPresent();
        if (node.isObject() && !names && !sends) {
            mistakeAtKey(
                    variant,
                    "none or several of `" + String.join("`, `", REQUESTS) + "`",
                    "a variant with one of them, such as { request: GET /users/2505 }");
        }
    }

    /** A script decides by itself what a load of ours is told by the file, and reads what ours is not told so. */
    private void tool(String load) {
        JsonNode node = at(load);
        if (!node.isObject()) {
            return;
        }
        boolean script = TOOLS.stream().anyMatch(node::has);
        for (String key : script ? OURS : OF_SCRIPTS) {
            boolean itsProgram =
                    key.equals("k6-program") && node.path("engine").asString("").equals(Transport.K6);
            if (node.has(key) && !itsProgram) {
                mistakeAtKey(
                        load + "/" + key,
                        "`" + key + "` beside " + (script ? "a script" : "a load that is no script"),
                        script
                                ? "it in the script, which decides that by itself"
                                : "it in `open` or `closed`, or a script: `jmeter`, `gatling`, `k6` or `command`");
            }
        }
        if (node.path("jmeter").isString()) {
            plan(load);
        }
        if (node.path("k6").isString()) {
            k6(load, node);
        }
        if (node.has("command")) {
            reads(load, "users", Program.USERS);
            reads(load, "for", Program.SECONDS);
        }
        classPath(
                load + "/gatling/class-path",
                "the simulation's classes, and Gatling's jars (relative to the experiment file)");
    }

    /** By a script around it users and time are set together; its own scenarios have both. */
    private void k6(String load, JsonNode node) {
        Path script = Path.of(document.absolute(document.text(load + "/k6")));
        try {
            GivenFile.bytes(script);
        } catch (IOException e) {
            mistake(load + "/k6", String.valueOf(e.getMessage()), "a script of k6 (relative to the experiment file)");
        }
        if (node.has("users") != node.has("for")) {
            String key = node.has("users") ? "users" : "for";
            mistake(load + "/" + key, "`" + key + "` alone", "`users` and `for`, or neither");
        }
    }

    private void plan(String load) {
        Path plan = Path.of(document.absolute(document.text(load + "/jmeter")));
        try {
            String text = new String(GivenFile.bytes(plan), StandardCharsets.UTF_8);
            if (!text.contains("<jmeterTestPlan")) {
                mistake(load + "/jmeter", plan + ", which is no JMeter plan", "a .jmx file as JMeter saves it");
            }
            if (hidesRequests(text)) {
                mistake(
                        load + "/jmeter",
                        "a Transaction Controller of " + plan
                                + " that generates a parent sample: its requests are not told",
                        "`Generate parent sample` off");
            }
            readsProperty(load, "users", text, "users|threads");
            readsProperty(load, "for", text, "seconds|duration");
            ForeignHosts.inPlan(document, load + "/jmeter", text).ifPresent(mistakes::add);
        } catch (IOException e) {
            mistake(
                    load + "/jmeter",
                    String.valueOf(e.getMessage()),
                    "a JMeter plan (relative to the experiment file)");
        }
    }

    /** By a Transaction Controller that is on and makes parent samples. */
    private static boolean hidesRequests(String plan) {
        String[] controllers = plan.split("<TransactionController ", -1);
        return Stream.of(controllers)
                .skip(1)
                .map(text -> text.split("</TransactionController>", 2)[0])
                .anyMatch(text -> !text.split(">", 2)[0].contains("enabled=\"false\"")
                        && text.contains("name=\"TransactionController.parent\">true<"));
    }

    /** By a function of the plan, or in a script within it; what it includes from other files is not looked at. */
    private void readsProperty(String load, String key, String plan, String names) {
        String reading = "(__(P|property)\\(\\s*|props\\.get(Property|OrDefault)?\\(\\s*(&quot;|&apos;|[\"']))";
        if (at(load).has(key)
                && !plan.contains("IncludeController")
                && !Pattern.compile(reading + "(" + names + ")\\b")
                        .matcher(plan)
                        .find()) {
            mistake(
                    load + "/" + key,
                    "`" + key + "`, and a plan that does not read it",
                    "${__P(" + names.split("\\|")[0] + ")} in the plan, or no `" + key + "`");
        }
    }

    private void reads(String load, String key, String value) {
        boolean read = LoadReader.program(document, load)
                .filter(program -> program instanceof Program.Command command
                        && command.line().contains(value))
                .isPresent();
        if (at(load).has(key) != read) {
            mistakeAtKey(
                    load + (read ? "/command" : "/" + key),
                    read
                            ? value + " in a command, and no `" + key + "`"
                            : "`" + key + "`, and a command without " + value,
                    "both, or neither of them" + (key.equals("users") ? "; a proof needs both" : ""));
        }
    }

    private void load(String load) {
        tool(load);
        trusted(load);
        rampUp(load);
        ends(load + "/closed/think/uniform", "/0", "/1", "the shortest pause first");
        ends(load + "/closed/think/log-normal", "/median", "/p95", "a 95th percentile of at least the median");
        document.elements(load + "/open/stages").forEach(this::stage);
        users(load + "/closed/stages");
        abort(load + "/abort");
    }

    /** Stages of which one has no user are pauses; a load without any is none. */
    private void users(String pointer) {
        JsonNode stages = at(pointer);
        boolean any = stages.valueStream()
                .anyMatch(stage -> Stream.of("users", "from", "to")
                        .anyMatch(key -> stage.path(key).asInt(0) > 0));
        if (stages.isArray() && !stages.isEmpty() && !any) {
            mistake(pointer, "stages without users", "a number of users above zero in one of them");
        }
    }

    private void abort(String pointer) {
        if (document.text(pointer + "/errors").matches("0+(\\.0+)?%")) {
            mistake(
                    pointer + "/errors",
                    "`" + document.text(pointer + "/errors") + "`, which every load reaches at once",
                    "a share above zero");
        }
    }

    private void trusted(String load) {
        JsonNode trusted = at(load + "/trusted");
        if (!trusted.isString()) {
            return; // the schema tells
        }
        if (at(load).path("trust-any-certificate").asBoolean(false)) {
            mistake(load + "/trusted", "`trusted` beside `trust-any-certificate: true`", "one of them");
        }
        Path pem = Path.of(document.absolute(trusted.asString()));
        wrong(pem)
                .ifPresent(
                        found -> mistake(
                                load + "/trusted",
                                found,
                                "a PEM file of certificates, those of the service or of who signed them (relative to the experiment file)"));
    }

    private static Optional<String> wrong(Path pem) {
        Optional<String> others = Optional.of(pem + ", which has no certificates or not only them");
        try {
            InputStream in = new ByteArrayInputStream(GivenFile.bytes(pem));
            return CertificateFactory.getInstance("X.509")
                            .generateCertificates(in)
                            .isEmpty()
                    ? others
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (CertificateException e) {
            return others;
        }
    }

    /** Of a load that ends before all of its users are in, no second is the load that was meant. */
    private void rampUp(String load) {
        JsonNode closed = at(load + "/closed");
        Optional<Duration> rampUp = duration(closed.path("ramp-up"));
        Optional<Duration> until = duration(closed.path("for"));
        if (rampUp.isPresent() && until.isPresent() && rampUp.get().compareTo(until.get()) >= 0) {
            mistake(
                    load + "/closed/ramp-up",
                    "a ramp-up of " + closed.path("ramp-up").asString() + " in a load of "
                            + closed.path("for").asString(),
                    "a shorter one: `for` counts from the first user, and all have to be in before it is over");
        }
    }

    private void stage(String stage) {
        if (isNothing(stage + "/from") && isNothing(stage + "/to")) {
            mistake(stage, "a stage in which nothing is sent", "a rate above zero at one of its ends");
        }
    }

    private boolean isNothing(String rate) {
        return document.text(rate).matches("0+(\\.0+)?/s");
    }

    private void ends(String distribution, String lower, String upper, String expected) {
        Optional<Duration> least = duration(at(distribution + lower));
        Optional<Duration> most = duration(at(distribution + upper));
        if (least.isPresent() && most.isPresent() && least.get().compareTo(most.get()) > 0) {
            mistake(
                    distribution,
                    document.text(distribution + lower) + " before " + document.text(distribution + upper),
                    expected);
        }
    }

    private static Optional<Duration> duration(JsonNode written) {
        try {
            return written.isString() ? Optional.of(Units.duration(written.asString())) : Optional.empty();
        } catch (RuntimeException e) {
            return Optional.empty(); // the schema tells
        }
    }
}
