import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.service.Children;
import dev.headroom.lab.service.Launch;
import dev.headroom.lab.service.Launches;
import dev.headroom.lab.service.Ports;
import dev.headroom.lab.service.ServiceException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The articles' own tools on the very services that an experiment describes: same jars, settings, processors and JVM
 * options, but free ports and no probe. Each tool gets fresh JVMs; whatever was started is stopped, on Ctrl-C too.
 */
public final class CrossCheck {
    private static final String USAGE = """
            Usage: benchmarks/tools/cross-check [OPTION]... [EXPERIMENT]...
            EXPERIMENT is a bundled case or the path of a YAML file; facade, value, bike and compose where none is given.
              --tool ab|siege   that one only
              --variant NAME    that one only; may be repeated
              --keep-alive      one connection for each user (default: a new one for each request, as the tools come)
              --quick           two requests for each user, or 10 s
              --results DIR     where Headroom's own runs are, to be shown beside (default: results)""";

    private final List<String> tools = new ArrayList<>();
    private final List<String> variants = new ArrayList<>();
    private final List<Path> experiments = new ArrayList<>();
    private final Path home = Path.of(System.getProperty("headroom.home"));
    private final Path work;
    private Path results = Path.of("results");
    private boolean keepAlive;
    private boolean quick;
    private boolean failed;

    private CrossCheck(Path work) {
        this.work = work;
    }

    public static void main(String[] args) throws Exception {
        if (List.of(args).contains("--help")) {
            System.out.println(USAGE);
            return;
        }
        Path target = Path.of(System.getProperty("headroom.home")).resolve("benchmarks/tools/target");
        Path work = target.resolve(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now()));
        CrossCheck check = new CrossCheck(Files.createDirectories(work));
        try {
            check.read(args);
            check.run();
        } catch (IllegalArgumentException | InvalidExperimentException mistake) {
            System.err.println("cross-check: " + mistake.getMessage());
            System.exit(2);
        }
        System.exit(check.failed ? 1 : 0);
    }

    private void read(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--keep-alive" -> keepAlive = true;
                case "--quick" -> quick = true;
                case "--tool" -> tools.add(value(args, ++i));
                case "--variant" -> variants.add(value(args, ++i));
                case "--results" -> results = Path.of(value(args, ++i));
                default -> experiments.add(experiment(args[i]));
            }
        }
        if (experiments.isEmpty()) {
            List.of("facade", "value", "bike", "compose").forEach(name -> experiments.add(experiment(name)));
        }
        if (experiments.size() > 1 && !variants.isEmpty()) {
            throw new IllegalArgumentException("--variant names a variant of one experiment: name that experiment too");
        }
        if (tools.isEmpty()) {
            tools.addAll(List.of("ab", "siege"));
        }
        Tool.needed(tools);
    }

    private static String value(String[] args, int i) {
        if (i == args.length) {
            throw new IllegalArgumentException(args[i - 1] + " wants a value\n" + USAGE);
        }
        return args[i];
    }

    private Path experiment(String argument) {
        Path bundled = home.resolve("cases").resolve(argument).resolve("experiment.yaml");
        Path file = Files.isRegularFile(bundled) ? bundled : Path.of(argument);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("`" + argument + "` is neither a bundled case nor a file\n" + USAGE);
        }
        return file;
    }

    private void run() throws InvalidExperimentException, IOException, InterruptedException {
        for (Path file : experiments) {
            Experiment experiment = ExperimentFile.read(file);
            System.out.println("\n### " + experiment.name() + "\n");
            System.out.println(Figures.HEAD);
            for (Variant variant : ExperimentFile.select(experiment, variants)) {
                run(experiment, variant);
            }
        }
    }

    private void run(Experiment experiment, Variant variant) throws IOException, InterruptedException {
        Load load = quick ? Quicker.of(experiment.loadOf(variant)) : experiment.loadOf(variant);
        for (String name : tools) {
            Optional<String> cannot = Tool.cannot(name, variant, load);
            if (cannot.isPresent()) {
                System.out.println(Figures.none(variant.name(), name, cannot.get()));
                continue;
            }
            Path folder = Files.createDirectories(work.resolve(experiment.name() + "-" + variant.name() + "-" + name));
            System.err.println("cross-check: " + experiment.name() + " " + variant.name() + " by " + name);
            try {
                System.out.println(measured(experiment, variant, (Load.Closed) load, name, folder).row(variant.name()));
            } catch (ServiceException | Tool.Failed broken) {
                failed = true;
                System.err.println("cross-check: " + broken.getMessage());
                System.out.println(Figures.none(variant.name(), name, "failed; see " + folder));
            }
        }
        Figures.ofHeadroom(results.resolve(experiment.name()).resolve("latest").resolve(variant.name()))
                .ifPresent(ours -> System.out.println(ours.row(variant.name())));
    }

    private Figures measured(Experiment experiment, Variant variant, Load.Closed load, String name, Path folder)
            throws IOException, InterruptedException, ServiceException, Tool.Failed {
        Map<String, Integer> ports = new HashMap<>();
        for (Service service : experiment.services()) {
            ports.put(service.name(), Ports.free());
        }
        try (Children children = new Children()) {
            for (Launch launch : new Launches(experiment, variant, ports).in(folder, service -> List.of())) {
                children.awaitReady(children.start(launch));
            }
            int port = ports.get(experiment.watch());
            List<Socket> open = before(port, variant);
            try {
                Tool tool = new Tool(name, keepAlive, folder, () -> children.checkAlive("under load"));
                String uri = "http://127.0.0.1:" + port + variant.path();
                return tool.run(uri, variant.headers(), load);
            } finally {
                for (Socket socket : open) {
                    socket.close();
                }
            }
        }
    }

    /** What the variant puts before its load: clients that do not give up. */
    private static List<Socket> before(int port, Variant variant) throws IOException {
        List<Socket> open = new ArrayList<>();
        for (Variant.Preparation preparation : variant.before()) {
            String request = preparation.method() + " " + preparation.path() + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
            for (int i = 0; i < preparation.count(); i++) {
                Socket socket = new Socket("127.0.0.1", port);
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                open.add(socket);
            }
        }
        return open;
    }
}
