package dev.headroom.load.tools;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.result.LoadResult.Tool.Source;
import dev.headroom.load.k6.CsvReader;
import dev.headroom.load.k6.K6Command;
import dev.headroom.load.k6.K6Exit;
import dev.headroom.load.k6.K6Program;
import dev.headroom.load.k6.K6Source;
import dev.headroom.load.k6.ScriptWriter;
import dev.headroom.load.process.Programs;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How each tool is started, and told where the service is, how many users it has, and for how long. */
final class Launches {

    private static final String USERS = "users";
    private static final String SECONDS = "seconds";
    private static final String BASE_URL = "BASE_URL";

    /** In the environment: bash counts its own SECONDS up from when it starts, and ksh and zsh do. */
    private static final String LENGTH = "HEADROOM_SECONDS";

    private static final Pattern VERSION = Pattern.compile("-(\\d[\\w.]*)\\.jar");

    /** What Gatling ends with where an assertion of the simulation does not hold. */
    private static final int ASSERTIONS = 2;

    private final Load.Tool load;
    private final Request request;
    private final Path folder;
    private final URI base;

    private Launches(Load.Tool load, Request request, Path folder) {
        this.load = load;
        this.request = request;
        this.folder = folder;
        this.base = request.service();
    }

    /**
     * @param request of which a command may want to know the address
     * @param folder for what the tool writes
     * @throws IllegalArgumentException where the tool is not there; the message says how to get it
     */
    static Launch of(Load.Tool load, Request request, Path folder) {
        Launches launches = new Launches(load, request, folder);
        return switch (load.program()) {
            case Program.Jmeter jmeter -> launches.jmeter(jmeter);
            case Program.Gatling gatling -> launches.gatling(gatling);
            case Program.K6 k6 -> launches.k6(k6);
            case Program.Command command -> launches.command(command);
        };
    }

    private Launch jmeter(Program.Jmeter jmeter) {
        Path program = jmeter.home()
                .or(() -> Optional.ofNullable(System.getenv("JMETER_HOME")))
                .map(home -> Path.of(home, "bin", "jmeter"))
                .filter(Files::isExecutable)
                .or(() -> jmeter.home().isPresent() ? Optional.empty() : onPath("jmeter"))
                .orElseThrow(() -> new IllegalArgumentException("JMeter was not found"
                        + jmeter.home().map(home -> " in " + home).orElse(" on the path, nor by JMETER_HOME")
                        + ": unpack it from https://jmeter.apache.org/download_jmeter.cgi, and write its folder as"
                        + " `jmeter-home` in the load, or put its bin on the path"));
        List<String> words = new ArrayList<>(List.of(
                program.toString(),
                "-n",
                "-t",
                jmeter.plan(),
                "-l",
                folder.resolve("results.jtl").toString(),
                "-j",
                folder.resolve("jmeter.log").toString()));
        // one line for each request, at once, as CSV that names its columns
        Stream.of(
                        "output_format=csv",
                        "autoflush=true",
                        "timestamp_format=ms",
                        "print_field_names=true",
                        "subresults=false",
                        "response_message=true",
                        "assertion_results_failure_message=true")
                .forEach(setting -> words.add("-Jjmeter.save.saveservice." + setting));
        told().forEach((name, value) -> words.add("-J" + name + "=" + value));
        load.users().ifPresent(users -> words.add("-Jthreads=" + users)); // the names that most plans have for them
        load.length().ifPresent(length -> words.add("-Jduration=" + seconds()));
        words.add("-Jprotocol=" + base.getScheme());
        words.add("-Jhost=" + base.getHost());
        words.add("-Jport=" + port());
        return new Launch(
                "JMeter"
                        + version(
                                program.toAbsolutePath()
                                        .resolve("../../lib/ext")
                                        .normalize(),
                                "ApacheJMeter_core"),
                words,
                environment(),
                new Launch.Results(
                        "results.jtl",
                        new JtlReader(
                                JmeterPlan.sendsHttp(Path.of(load.folder()).resolve(jmeter.plan()))),
                        Source.ACTUAL_START,
                        true),
                good(0),
                "");
    }

    private Launch gatling(Program.Gatling gatling) {
        String app = Stream.of(gatling.classPath().split(File.pathSeparator))
                .map(entry -> String.valueOf(Path.of(entry).getFileName()))
                .filter(name -> name.startsWith("gatling-app"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Gatling is not on the class path of "
                        + gatling.simulation()
                        + ": copy its jars (`mvn dependency:copy-dependencies -DoutputDirectory=target/gatling`), and write"
                        + " `class-path: [target/test-classes, 'target/gatling/*.jar']`"));
        List<String> words = new ArrayList<>(
                List.of(java(), "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", gatling.classPath(), "-Xmx512m"));
        told().forEach((name, value) -> words.add("-D" + name + "=" + value));
        words.addAll(List.of(
                "io.gatling.app.Gatling",
                "-s",
                gatling.simulation(),
                "-rf",
                folder.toString(),
                "-nr",
                "-rd",
                "headroom"));
        return new Launch(
                "Gatling" + version(app),
                words,
                environment(),
                new Launch.Results("simulation.log", new GatlingLogReader(), Source.ACTUAL_START, false),
                good(0, ASSERTIONS),
                "");
    }

    private Launch k6(Program.K6 k6) {
        try {
            String program = K6Program.find(k6.program());
            K6Source source = K6Source.of(load, k6);
            K6Command command =
                    new K6Command(program, source.script(), base, folder.resolve("results.csv"), Optional.empty());
            Map<String, String> environment = new LinkedHashMap<>(environment());
            environment.putAll(command.environment());
            if (load.transport().k6().isPresent()) { // a script that was written for it
                environment.putAll(ScriptWriter.environment(load.transport(), base));
            }
            return new Launch(
                    "k6 " + K6Program.version(program),
                    command.words(),
                    environment,
                    new Launch.Results("results.csv", new CsvReader(), Source.ACTUAL_START, false),
                    K6Exit::why,
                    source.input());
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalArgumentException("interrupted while k6 was asked for its version", e);
        }
    }

    private Launch command(Program.Command command) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(Program.URL, request.uri().toString());
        values.put(Program.BASE_URL, base.toString());
        load.users().ifPresent(users -> values.put(Program.USERS, Integer.toString(users)));
        load.length().ifPresent(length -> values.put(Program.SECONDS, seconds()));
        List<String> words = command.words().stream()
                .map(word -> {
                    String filled = word;
                    for (Map.Entry<String, String> value : values.entrySet()) {
                        filled = filled.replace(value.getKey(), value.getValue());
                    }
                    return filled;
                })
                .toList();
        String program = words.getFirst();
        if (program.contains("/")
                ? !Files.isExecutable(Path.of(program))
                : onPath(program).isEmpty()) {
            throw new IllegalArgumentException("the program " + program + " was not found"
                    + (program.contains("/") ? "" : " on the path") + ": install it, or write its path");
        }
        return new Launch(
                Path.of(program).getFileName() + ", a command", words, environment(), Launch.Results.NONE, good(0), "");
    }

    /** What tools mean that end with one of these where they did what they were told. */
    private static IntFunction<Optional<String>> good(Integer... codes) {
        return code ->
                List.of(codes).contains(code) ? Optional.empty() : Optional.of("it ended with exit code " + code);
    }

    /** What a script may read, by name. */
    private Map<String, String> told() {
        Map<String, String> told = new LinkedHashMap<>();
        told.put(BASE_URL, base.toString());
        load.users().ifPresent(users -> told.put(USERS, Integer.toString(users)));
        load.length().ifPresent(length -> told.put(SECONDS, seconds()));
        return told;
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        told().forEach((name, value) -> environment.put(name.toUpperCase(Locale.ROOT), value));
        load.length().ifPresent(length -> environment.put(LENGTH, seconds()));
        return environment;
    }

    private String seconds() {
        return Long.toString((long) Math.ceil(load.length().map(Times::seconds).orElse(1.0)));
    }

    private int port() {
        return base.getPort() >= 0 ? base.getPort() : (base.getScheme().equals("https") ? 443 : 80);
    }

    private static String java() {
        return Optional.ofNullable(System.getenv("JAVA_HOME"))
                .map(home -> Path.of(home, "bin", "java"))
                .filter(Files::isExecutable)
                .or(() -> onPath("java"))
                .orElse(Path.of(System.getProperty("java.home"), "bin", "java"))
                .toString();
    }

    private static Optional<Path> onPath(String program) {
        return Programs.find(program, System.getenv().getOrDefault("PATH", "")).map(Launches::real);
    }

    /** The file that a link stands for. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file;
        }
    }

    /** {@code " 5.6.3"} by the name of a jar in the folder; empty where there is none. */
    private static String version(Path folder, String jar) {
        String[] names = folder.toFile().list((in, name) -> name.startsWith(jar));
        return names == null || names.length == 0 ? "" : version(names[0]);
    }

    private static String version(String jar) {
        Matcher version = VERSION.matcher(jar);
        return version.find() ? " " + version.group(1) : "";
    }
}
