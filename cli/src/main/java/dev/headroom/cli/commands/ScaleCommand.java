package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.screen.Output;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.lab.LabException;
import dev.headroom.lab.ScaledRun;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.scale.ClusterFiles;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.k6.K6Program;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has several k6 put the load of an experiment: on this machine, or in a cluster. */
@Command(
        name = "scale",
        description =
                "Puts the load of an experiment by several k6, which share it out: on this machine, or in a cluster by the"
                        + " k6 operator. docs/scale.md tells how. k6 does not come with Headroom.")
public final class ScaleCommand implements Callable<Integer> {

    /** All parts of a load have users where there are no more than these. */
    private static final int MOST_SHARDS = 60;

    @Parameters(
            paramLabel = "EXPERIMENT",
            description = "Name of a bundled case, or path of a YAML file.",
            completionCandidates = BundledCases.Names.class)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String experiment;

    @Option(names = "--shards", paramLabel = "N", required = true, description = "How many k6 share the load out.")
    private int shards;

    @Option(names = "--variant", paramLabel = "NAME", description = "The variant, where the experiment has several.")
    private Optional<String> variant = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for results (default: ${DEFAULT-VALUE}).",
            defaultValue = "results")
    private Path out = Path.of("results");

    @Option(names = "--json", description = "Prints the sum as JSON.")
    private boolean json;

    @Option(
            names = "--operator",
            paramLabel = "DIR",
            description = "Starts nothing: writes what the k6 operator needs into this folder.")
    private Optional<Path> operator = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "With --operator: where the service is in the cluster, such as http://shop:8080.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description =
                    "With --operator: an image with Headroom, as docs/take-away.md builds it (default: ${DEFAULT-VALUE}).",
            defaultValue = "headroom:latest")
    private String image = "headroom:latest";

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws BadInput, InvalidExperimentException, IOException, InterruptedException, LabException {
        if (shards < 1 || shards > MOST_SHARDS) {
            throw new BadInput("--shards wants 1 to " + MOST_SHARDS + ", not " + shards);
        }
        if (operator.isEmpty() && (output.has("--url") || output.has("--image"))) {
            throw new BadInput("--url and --image go with --operator: without it, the services are started here");
        }
        Experiment read = ExperimentFile.read(ExperimentArgument.resolve(experiment, BundledCases.ofLauncher()));
        Variant chosen = chosen(read);
        int users = users(read.loadOf(chosen));
        if (users < shards) {
            throw new BadInput("--shards wants " + users
                    + " at most: the load has no more users, and a part without one sends nothing");
        }
        try {
            return operator.isPresent() ? write(read, chosen, operator.get()) : run(read, chosen);
        } catch (IllegalArgumentException e) { // a load that no script of k6 can put
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /** As many as k6 deals out; those of a load that ends by the number of its requests need not be as many as its parts. */
    private static int users(Load load) {
        return switch (load) {
            case Load.Open open -> open.connections().orElse(Integer.MAX_VALUE);
            case Load.Closed closed -> closed.until() instanceof Until.Elapsed ? closed.most() : Integer.MAX_VALUE;
            case Load.Tool tool -> tool.users().orElse(Integer.MAX_VALUE);
        };
    }

    private Variant chosen(Experiment read) throws BadInput, InvalidExperimentException {
        List<Variant> variants =
                ExperimentFile.select(read, variant.map(List::of).orElse(List.of()));
        if (variants.size() > 1) {
            throw new BadInput("--variant has to say which of these takes the load: "
                    + String.join(", ", variants.stream().map(Variant::name).toList()));
        }
        return variants.getFirst();
    }

    private int run(Experiment read, Variant chosen) throws IOException, InterruptedException, LabException {
        ScaledRun run = new ScaledRun(K6Program.find(named(read.loadOf(chosen))), new AttachingProbes(), output::tell);
        ScaledRun.Done done = run.run(read, chosen, shards, out);
        done.notes().forEach(note -> output.tell("Note: " + note + "."));
        output.tell("Results: " + done.folder());
        return MergeCommand.print(done.merged(), json, output.out());
    }

    /** The k6 that the file names. */
    private static Optional<String> named(Load load) {
        return load instanceof Load.Tool tool && tool.program() instanceof Program.K6 k6
                ? k6.program()
                : load.transport().k6().filter(program -> !program.equals(Transport.K6));
    }

    private int write(Experiment read, Variant chosen, Path folder) throws BadInput, IOException {
        List<String> notes = ClusterFiles.write(read, chosen, target(), image, shards, folder);
        notes.forEach(note -> output.say("Note: " + note + "."));
        output.say("Written into " + folder + ": testrun.yaml begins with what to do.");
        return ExitCode.DONE.code();
    }

    private URI target() throws BadInput {
        String text = url.orElseThrow(() ->
                new BadInput("--operator needs --url: where the service is in the cluster, such as http://shop:8080"));
        try {
            URI uri = new URI(text);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // told below
        }
        throw new BadInput("--url " + text + " is no address of a service, such as http://shop:8080");
    }
}
