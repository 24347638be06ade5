package dev.headroom.lab;

import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.lab.watch.ProbeSessions;
import java.nio.file.Path;
import java.util.List;

/** Headroom in a JVM of its own, to be killed in tests: runs the experiment given, results into the folder given; with the real
 * probe and leash where a third argument is given. */
public final class LabChild {

    private LabChild() {}

    public static void main(String[] arguments) throws Exception {
        RunOptions options = new RunOptions(List.of(), false, Path.of(arguments[1]), Way.AGENT, "");
        ProbeSessions watching = arguments.length > 2 ? new AttachingProbes() : new BlindWatching();
        new Lab(new SimpleEngine(), watching, "test")
                .run(ExperimentFile.read(Path.of(arguments[0])), options, event -> {
                    if (event instanceof LabEvent.Progress) {
                        System.out.println("under load");
                    }
                });
    }
}
