import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.lab.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * ab (HTTP/1.0) or siege (HTTP/1.1) as a closed load. Neither knows an open load, a ramp-up, or a limit on the whole
 * time of a request; both have everybody begin at once.
 */
final class Tool {
    /** More than any of the loads sends: {@code ab -t} would end after 50,000. */
    private static final int UNTIL_THE_TIME_IS_UP = 1_000_000;

    private final String name;
    private final boolean keepAlive;
    private final Path folder;
    private final Alive services;

    /** @param folder for the tool's output and settings */
    Tool(String name, boolean keepAlive, Path folder, Alive services) {
        this.name = name;
        this.keepAlive = keepAlive;
        this.folder = folder;
        this.services = services;
    }

    interface Alive {
        void check() throws ServiceException, InterruptedException;
    }

    static final class Failed extends Exception {
        Failed(String message) {
            super(message);
        }
    }

    static void needed(List<String> tools) {
        for (String tool : tools) {
            if (!List.of("ab", "siege").contains(tool)) {
                throw new IllegalArgumentException("no tool `" + tool + "`: ab and siege are known");
            }
            try {
                Process process = new ProcessBuilder("sh", "-c", "command -v " + tool).start();
                if (process.waitFor() != 0) {
                    throw new IllegalArgumentException(
                            tool + " is not on the PATH (Debian: apt-get install apache2-utils siege)");
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Why the tool cannot put such a load on such a variant. */
    static Optional<String> cannot(String tool, Variant variant, Load load) {
        if (!(load instanceof Load.Closed closed)) {
            return Optional.of("an open load: " + tool + " knows closed ones only");
        }
        if (!closed.thinkTime().isZero()) {
            return Optional.of("users that think: " + tool + " knows none");
        }
        return variant.method().equals("GET") ? Optional.empty() : Optional.of(variant.method() + " is not done here");
    }

    /** The warm-up of the load first, by the same tool and not counted. */
    Figures run(String uri, Map<String, String> headers, Load.Closed load)
            throws IOException, InterruptedException, ServiceException, Failed {
        Path rc = folder.resolve("siegerc");
        // Its own file ends at 255 users, at 1,024 failures and at 30 s, and logs to the screen
        Files.writeString(rc, """
                verbose = false
                color = off
                json_output = true
                show-logfile = false
                logging = false
                parser = false
                limit = %d
                failures = 1000000000
                timeout = %d
                protocol = HTTP/1.1
                connection = %s
                """.formatted(load.users(), load.transport().timeout().toSeconds(), keepAlive ? "keep-alive" : "close"));
        if (load.warmUp().isPresent()) {
            Load.WarmUp warmUp = load.warmUp().get();
            execute("warm-up", command(uri, headers, load, warmUp.users(), new Until.Elapsed(warmUp.duration()), rc));
        }
        List<String> command = command(uri, headers, load, load.users(), load.until(), rc);
        String output = execute("load", command);
        String shown = String.join(" ", command.subList(0, command.size() - 1))
                .replace(" -R " + rc, "")
                .replace(" -q", "");
        try {
            return name.equals("ab")
                    ? Figures.ofAb(shown, load.users(), output)
                    : Figures.ofSiege(shown, load.users(), output);
        } catch (java.util.NoSuchElementException broken) {
            throw new Failed(name + " printed no figures; its output is in " + folder);
        }
    }

    private List<String> command(
            String uri, Map<String, String> headers, Load.Closed load, int users, Until until, Path rc) {
        List<String> command = new ArrayList<>();
        if (name.equals("ab")) {
            // -r: goes on after a connection that was reset; -s: gives up after 30 s without a sign of life otherwise
            command.addAll(List.of("ab", "-q", "-r", "-s", "" + load.transport().timeout().toSeconds()));
            if (keepAlive) {
                command.add("-k");
            }
            command.addAll(
                    switch (until) {
                        case Until.Iterations each -> List.of("-n", "" + (long) users * each.perUser());
                        case Until.Requests all -> List.of("-n", "" + all.total());
                        // -t sets -n, so it has to come first
                        case Until.Elapsed time -> List.of("-t", seconds(time), "-n", "" + UNTIL_THE_TIME_IS_UP);
                    });
        } else {
            command.addAll(List.of("siege", "-R", rc.toString(), "-b"));
            command.addAll(
                    switch (until) {
                        case Until.Iterations each -> List.of("-r", "" + each.perUser());
                        case Until.Requests all -> List.of("-r", "" + all.total() / users);
                        case Until.Elapsed time -> List.of("-t", seconds(time) + "S");
                    });
        }
        command.addAll(List.of("-c", "" + users));
        headers.forEach((header, value) -> command.addAll(List.of("-H", header + ": " + value)));
        command.add(uri);
        return command;
    }

    private static String seconds(Until.Elapsed time) {
        return "" + Math.max(1, time.duration().toSeconds());
    }

    private String execute(String what, List<String> command)
            throws IOException, InterruptedException, ServiceException, Failed {
        Path out = folder.resolve(what + ".out");
        Path err = folder.resolve(what + ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // siege keeps settings and cookies there
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        Thread hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            process.getOutputStream().close();
            while (!process.waitFor(Duration.ofMillis(500).toMillis(), TimeUnit.MILLISECONDS)) {
                services.check();
            }
        } finally {
            process.destroyForcibly();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                // the hook runs already, and finds nothing more to end
            }
        }
        if (process.exitValue() != 0) {
            throw new Failed(name + " ended with " + process.exitValue() + ": " + Files.readString(err).strip());
        }
        return Files.readString(out);
    }
}
