package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.exit.FailureHandler;
import dev.headroom.cli.screen.Output;
import dev.headroom.lab.scale.Merged;
import dev.headroom.load.k6.K6Program;
import dev.headroom.report.text.Ascii;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds what the parts of a load have brought: histograms, never percentiles. */
@Command(
        name = "merge",
        description =
                "Adds what the shards of a load have brought, and holds the sum against what is expected. A lost or late"
                        + " shard makes it void.")
public final class MergeCommand implements Callable<Integer> {

    /** Nothing is sent where k6 tells its options only. */
    private static final String ANYWHERE = "http://127.0.0.1";

    @Parameters(
            paramLabel = "SHARDS",
            arity = "1..*",
            description = "Folder that `scale` has written, with the CSV files of k6 in it, or these files.")
    private List<Path> places = List.of();

    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "How many there have to be, whatever a shards.json beside them tells.")
    private Optional<Integer> shards = Optional.empty();

    @Option(
            names = "--script",
            paramLabel = "FILE",
            description = "A script of k6 whose thresholds are held against the sum; k6 is asked for them.")
    private Optional<Path> script = Optional.empty();

    @Option(names = "--json", description = "Prints the sum as JSON.")
    private boolean json;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() throws IOException, BadInput, InterruptedException {
        for (Path place : Stream.concat(places.stream(), script.stream()).toList()) {
            if (!Files.exists(place)) {
                throw new BadInput("no file or folder " + place);
            }
        }
        if (shards.orElse(1) < 1) {
            throw new BadInput("--shards wants at least 1, not " + shards.get());
        }
        Optional<Map<String, List<String>>> thresholds = script.isPresent()
                ? Optional.of(K6Program.thresholds(K6Program.find(Optional.empty()), script.get(), ANYWHERE))
                : Optional.empty();
        Merged merged = Merged.of(places, shards.map(OptionalInt::of).orElse(OptionalInt.empty()), thresholds);
        return print(merged, json, output.out());
    }

    /** @return the exit code */
    static int print(Merged merged, boolean json, PrintWriter out) {
        out.println(FailureHandler.shown(json ? Ascii.json(merged.json()) : MergedText.of(merged)));
        out.flush();
        if (!merged.load().whole() || merged.load().result().succeeded() == 0) {
            return ExitCode.FAILED.code();
        }
        return (merged.met() ? ExitCode.DONE : ExitCode.NOT_AS_EXPECTED).code();
    }
}
