package dev.headroom.harness.calibration;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.proof.Campaign;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.proof.Ruling;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.drawn.ServiceFile;
import dev.headroom.harness.drawn.Started;
import dev.headroom.lab.Effort;
import dev.headroom.lab.Lab;
import dev.headroom.lab.LabException;
import dev.headroom.lab.RunOptions;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.proof.LivePlant;
import dev.headroom.lab.proof.Runner;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Headroom looks at a drawn service: it starts it in the lab, or finds it running under a load that is not its own. */
final class Looks {

    private static final int FULL_SECONDS = 15;
    private static final Duration LIVE = Duration.ofSeconds(20);
    private static final Duration LIVE_QUICK = Duration.ofSeconds(8);
    private static final long SETTLE_MILLIS = 6000;
    private static final int LONGEST_LIVE = 600;

    private final Path jar;
    private final Path folder;
    private final boolean quick;
    private final String version;
    private final EmbeddedEngine engine = new EmbeddedEngine();

    /** @param version of Headroom */
    Looks(Path jar, Path folder, boolean quick, String version) {
        this.jar = jar;
        this.folder = folder;
        this.quick = quick;
        this.version = version;
    }

    Verdict lab(Network network) throws IOException, InterruptedException, InvalidExperimentException, LabException {
        Path file = folder.resolve("service-" + network.number() + ".yaml");
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Files.writeString(file, ServiceFile.of(network, jar, temporary, FULL_SECONDS));
        RunOptions options = new RunOptions(List.of(), quick, folder, Way.AGENT, "./headroom run " + file);
        Run run = new Lab(engine, new AttachingProbes(), version)
                .run(ExperimentFile.read(file), options, event -> {})
                .runs()
                .getFirst();
        return Verdict.of(run);
    }

    /** By agent what was found is proved as well, as far as it can be. */
    Verdict live(Network network, Way way) throws IOException, InterruptedException, InvalidExperimentException {
        Path here = Files.createDirectories(folder.resolve("live-" + network.number()));
        try (Started started = Started.start(network, jar, here, LONGEST_LIVE);
                RunningLoad load = engine.start(started.mix(), started.load())) {
            Thread.sleep(SETTLE_MILLIS);
            if (load.result().isDone()) {
                return Verdict.failed("the load ended");
            }
            return Verdict.of(inspect(started.service().handle().pid(), way));
        } catch (ServiceException | ProbeException e) {
            return Verdict.failed(String.valueOf(e.getMessage()));
        }
    }

    private Inspection inspect(long pid, Way way) throws ProbeException, InterruptedException {
        ProcessId process = ProcessId.now(pid);
        try (Probe probe = way.open(process)) {
            probe.start();
            Inspector inspector = new Inspector("drawn service", process, probe);
            Inspection found = inspector.watch(quick ? LIVE_QUICK : LIVE, left -> {});
            return way == Way.AGENT ? proved(found, inspector, probe) : found;
        }
    }

    private Inspection proved(Inspection found, Inspector inspector, Probe probe) throws InterruptedException {
        Case about = Case.of(found);
        try (LivePlant plant = new LivePlant(probe, inspector::count, about, Optional.empty())) {
            Runner runner =
                    new Runner(plant, Effort.USUAL.time(quick), new SplittableRandom(), move -> true, progress -> {});
            return found.with(Ruling.of(about, runner.run(new Campaign(about, Rights.GUEST), found.workload())));
        }
    }
}
