package dev.headroom.harness;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.Lab;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.LabException;
import dev.headroom.lab.LabListener;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.PrivateFiles;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Runs trials in the lab.
 *
 * @param jar of the trials
 * @param out folder for results and experiment files
 * @param twins whether the healthy twin of each runs as well
 * @param full 15 s of load for each run, not 6
 * @param by how the services are watched
 * @param version of Headroom
 */
public record TrialRuns(Path jar, Path out, boolean twins, boolean full, Way by, String version) {

    /**
     * Runs one trial, on a JDK that it is made for.
     *
     * @param jdk empty for the one that Headroom runs on
     * @param repeat counted from 1
     * @param told of each run as soon as it is over
     */
    public void run(Trial trial, OptionalInt jdk, int repeat, Consumer<TrialRow> told)
            throws IOException, InvalidExperimentException, LabException, InterruptedException {
        Path file = out.toAbsolutePath().resolve("trials").resolve(trial.name() + ".yaml");
        Files.createDirectories(file.getParent());
        Path temporary = file.resolveSibling("tmp");
        PrivateFiles.delete(temporary); // what services of the trial before left in it
        Files.createDirectories(temporary);
        Files.writeString(file, trial.experiment(jar, jdk, temporary));
        Experiment experiment = ExperimentFile.read(file);
        List<String> variants = twins && trial.hasTwin() ? List.of() : List.of(Trial.LIMIT);
        RunOptions options = new RunOptions(variants, !full, out, by, "./headroom run " + file);
        new Lab(new Engines(), new AttachingProbes(), version()).run(experiment, options, new LabListener() {
            private Optional<LabEvent.Named> live = Optional.empty();

            @Override
            public void on(LabEvent event) {
                if (event instanceof LabEvent.Named named) {
                    live = Optional.of(named);
                } else if (event instanceof LabEvent.VariantFinished finished) {
                    told.accept(TrialRow.of(trial, version(jdk), repeat, finished.run(), live));
                    live = Optional.empty();
                }
            }
        });
    }

    /** Headroom, and the services that it runs from now on, know of no library but the JDK. Before anything is read. */
    public static void withoutCatalogue() {
        System.setProperty(Libraries.ONLY, Libraries.JDK_ALONE);
    }

    static boolean isWithoutCatalogue() {
        return Libraries.JDK_ALONE.equals(System.getProperty(Libraries.ONLY));
    }

    /** Of the JDK that a service runs on. */
    public static int version(OptionalInt jdk) {
        return jdk.orElse(Runtime.version().feature());
    }
}
