package dev.headroom.lab;

import dev.headroom.lab.experiment.ExperimentFile;
import java.nio.file.Path;
import java.util.List;

/** Headroom in a JVM of its own, to be killed in tests: runs the experiment given, results into the folder given. */
public final class LabChild {

    private LabChild() {}

    public static void main(String[] arguments) throws Exception {
        RunOptions options = new RunOptions(List.of(), false, Path.of(arguments[1]), ProbeMode.AGENT);
        new Lab(new SimpleEngine(), new BlindWatching(), "test")
                .run(ExperimentFile.read(Path.of(arguments[0])), options, event -> {
                    if (event instanceof LabEvent.Progress) {
                        System.out.println("under load");
                    }
                });
    }
}
