package dev.headroom.load.k6;

import dev.headroom.load.process.Programs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The k6 of this machine. Headroom brings none along: k6 has a licence of its own (AGPL-3.0). */
public final class K6Program {

    /** Names another than that on the path. */
    public static final String VARIABLE = "HEADROOM_K6";

    private static final Pattern VERSION = Pattern.compile("k6(?:\\.exe)? v?(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");

    /** 1.3, the first that has {@code --summary-mode=disabled}. */
    private static final int OLDEST_MAJOR = 1;

    private static final int OLDEST_MINOR = 3;

    /** Of options; the values of a load are not among them. */
    private static final int MOST_SAID = 1 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private K6Program() {}

    /**
     * @param named by the variable, or in a load; empty for the first on the path
     * @throws IOException says how to get it where there is none
     */
    public static String find(Optional<String> named, String path) throws IOException {
        if (named.isPresent()) {
            if (!Files.isExecutable(Path.of(named.get()))) {
                throw new IOException(
                        named.get() + ", which is named as k6 (by `k6-program`, or " + VARIABLE + "), is no program");
            }
            return Path.of(named.get()).toAbsolutePath().toString();
        }
        return Programs.find("k6", path)
                .map(Path::toString)
                .orElseThrow(() -> new IOException("no k6 on the path. Get it from"
                        + " https://grafana.com/docs/k6/latest/set-up/install-k6 (a package or one file), or name it in "
                        + VARIABLE + "; Headroom runs it and does not bring it along"));
    }

    /** The one that is named, else that of this process's environment. */
    public static String find(Optional<String> named) throws IOException {
        return find(
                named.or(() -> Optional.ofNullable(System.getenv(VARIABLE))),
                System.getenv().getOrDefault("PATH", ""));
    }

    /**
     * Asks for the thresholds of a script.
     *
     * @param target that it is told as the address of the service
     * @return expressions, by the names of their metrics
     * @throws IOException where it cannot tell; the message has what it says
     */
    public static Map<String, List<String>> thresholds(String program, Path script, String target)
            throws IOException, InterruptedException {
        Path whole = script.toAbsolutePath();
        Path trouble = Files.createTempFile("headroom-k6-", ".log");
        try {
            Answer answer =
                    answer(new ProcessBuilder(program, "inspect", "--env", "BASE_URL=" + target, whole.toString())
                            .directory(whole.resolveSibling("").toFile())
                            .redirectError(trouble.toFile()));
            if (answer.code() != 0) {
                throw new IOException(
                        "k6 does not tell the thresholds of " + script + " (`k6 inspect`, " + PATIENCE.toSeconds()
                                + " s at most): "
                                + Files.readString(trouble).strip());
            }
            Map<String, List<String>> thresholds = new TreeMap<>();
            JsonMapper.shared()
                    .readTree(answer.said())
                    .path("thresholds")
                    .forEachEntry((metric, all) -> thresholds.put(
                            metric,
                            all.valueStream()
                                    .map(one -> one.isObject() ? one.path("threshold") : one)
                                    .map(one -> one.asString(""))
                                    .toList()));
            return thresholds;
        } catch (JacksonException e) {
            throw new IOException("`k6 inspect` of " + script + " is not JSON: " + e.getOriginalMessage(), e);
        } finally {
            Files.deleteIfExists(trouble);
        }
    }

    private record Answer(int code, String said) {}

    /** What it prints; it is ended after a while. */
    private static Answer answer(ProcessBuilder question) throws IOException, InterruptedException {
        Process process = question.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        try {
            CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .execute(process::destroyForcibly);
            byte[] said = process.getInputStream().readNBytes(MOST_SAID);
            return new Answer(process.waitFor(), new String(said, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Asks for its version.
     *
     * @return such as {@code 2.2.0}
     * @throws IOException where it is too old, or is no k6
     */
    public static String version(String program) throws IOException, InterruptedException {
        String said = answer(new ProcessBuilder(program, "version").redirectErrorStream(true))
                .said();
        Matcher version = VERSION.matcher(said);
        if (!version.find()) {
            throw new IOException(program + " is no k6: `" + program + " version` says \""
                    + said.strip().lines().findFirst().orElse("") + "\"");
        }
        String found = version.group(1) + "." + version.group(2) + "." + version.group(3);
        int major = Integer.parseInt(version.group(1));
        if (major < OLDEST_MAJOR || major == OLDEST_MAJOR && Integer.parseInt(version.group(2)) < OLDEST_MINOR) {
            throw new IOException(program + " is version " + found + "; Headroom needs " + OLDEST_MAJOR + "."
                    + OLDEST_MINOR + " or later");
        }
        return found;
    }
}
