package dev.headroom.lab;

import dev.headroom.core.expectation.Evaluation;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.proof.Lifting;
import dev.headroom.lab.VariantRun.Plan;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.experiment.Mistake;
import dev.headroom.lab.experiment.Quick;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.service.Launches;
import dev.headroom.lab.service.OwnJars;
import dev.headroom.lab.service.Ports;
import dev.headroom.lab.service.RunningService;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.lab.store.BadRunFileException;
import dev.headroom.lab.store.FileFailure;
import dev.headroom.lab.store.MadeOf;
import dev.headroom.lab.store.Redaction;
import dev.headroom.lab.store.Reserve;
import dev.headroom.lab.store.ResultsFolder;
import dev.headroom.lab.store.RunFile;
import dev.headroom.lab.watch.ProbeSessions;
import dev.headroom.load.LoadEngine;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs experiments. For each variant: start its services in fresh JVMs, watch one of them, put the load on it, say what
 * binds and with what proof, store it, stop them. A run that fails does not keep the next one from its turn.
 */
public final class Lab {

    /** Less room than this, and the results of one more run may not fit. */
    private static final long ROOM_NEEDED = 16L << 20;

    private final LoadEngine engine;
    private final ProbeSessions watching;
    private final String version;

    /** @param version of Headroom, for the report */
    public Lab(LoadEngine engine, ProbeSessions watching, String version) {
        this.engine = engine;
        this.watching = watching;
        this.version = version;
    }

    /**
     * @throws InvalidExperimentException for a variant that there is not, or a port that is taken
     * @throws LabException where results cannot be stored
     * @throws InterruptedException when told to end; finished runs are kept, no service is left behind
     */
    public ExperimentResult run(Experiment experiment, RunOptions options, LabListener listener)
            throws InvalidExperimentException, LabException, InterruptedException {
        Instant startedAt = Instant.now();
        List<Variant> variants = ExperimentFile.select(experiment, options.variants());
        checkPorts(experiment);
        checkThere(experiment, options.guest());
        ResultsFolder results = open(experiment, options, listener);
        checkSame(experiment, results);
        List<Turn> turns = Turn.all(variants, options.repetitions());
        listener.on(new LabEvent.ExperimentStarting(results.path()));

        Redaction redaction = new Redaction(experiment, options.showSecrets());
        LabListener shows = event -> listener.on(redaction.of(event));
        Experiment shown = redaction.of(experiment);
        TimeLeft left = new TimeLeft();
        List<Run> runs = new ArrayList<>();
        try (OwnJars jars = OwnJars.of(experiment, results.path().resolve(".jars"))) {
            List<String> services = Earlier.changedServices(results, shown);
            Map<Turn, MadeOf> madeOf = madeOf(shown, experiment, turns, options);
            Map<Turn, Earlier> resumed = options.resume().isPresent()
                    ? Earlier.of(madeOf, services, results, experiment, options, redaction, shows)
                    : Map.of();
            if (services.isEmpty() || options.variants().isEmpty()) {
                results.keep(shown); // else the runs that are not made again are still those of the services that were
            }
            for (Turn turn : turns) {
                Variant variant = turn.variant();
                Load load = load(experiment, variant, options);
                Earlier earlier = resumed.getOrDefault(turn, Earlier.NONE);
                if (earlier.stands()) {
                    runs.add(earlier.run().orElseThrow());
                    shows.on(new LabEvent.VariantSkipped(earlier.run().orElseThrow()));
                    continue;
                }
                if (earlier.run().isPresent()) {
                    shows.on(new LabEvent.VariantChanged(variant, earlier.changes()));
                }
                Optional<String> missing = new Launches(experiment, variant, Map.of()).missingJdk();
                if (missing.isEmpty()) {
                    double rest = turns.subList(runs.size(), turns.size()).stream()
                            .mapToDouble(one -> TimeLeft.asked(experiment, one.variant(), options))
                            .sum();
                    shows.on(new LabEvent.VariantStarting(runs.size() + 1, turns.size(), variant, left.of(rest)));
                }
                long began = System.nanoTime();
                checkRoom(results.path());
                if (earlier.run().isPresent()) {
                    results.keepBefore(turn.folder());
                }
                Path folder = results.start(turn.folder());
                ResultsFolder.keep(Objects.requireNonNull(madeOf.get(turn)), folder);
                Plan plan = new Plan(
                        experiment,
                        variant,
                        load,
                        options.quick(),
                        options.prove(),
                        options.by(),
                        folder,
                        jars,
                        redaction,
                        options.guest());
                Run run = redaction.of(
                        missing.isPresent()
                                ? stored(RunDraft.leftOut(missing.get()), plan, turn, options)
                                : run(plan, turn, options, shows));
                runs.add(run);
                if (missing.isEmpty() && run.failure().isEmpty()) {
                    left.took(
                            TimeLeft.asked(experiment, variant, options), Duration.ofNanos(System.nanoTime() - began));
                }
                RunFile.write(run, folder);
                if (missing.isEmpty() && run.failure().isEmpty()) {
                    results.forget(turn.folder());
                }
                shows.on(missing.isPresent() ? new LabEvent.VariantLeftOut(run) : new LabEvent.VariantFinished(run));
            }
            runs = verified(runs, results);
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            throw new InterruptedException("told to end while it stored results");
        } catch (IOException e) {
            throw cannotWrite(results.path(), e).after(result(shown, startedAt, Lifting.note(runs)));
        }
        return result(shown, startedAt, runs);
    }

    private static ExperimentResult result(Experiment experiment, Instant startedAt, List<Run> runs) {
        return new ExperimentResult(experiment, startedAt, Duration.between(startedAt, Instant.now()), runs);
    }

    private static void checkSame(Experiment experiment, ResultsFolder results) throws LabException {
        try {
            Optional<String> other =
                    results.experiment().map(Experiment::name).filter(name -> !name.equals(experiment.name()));
            if (other.isPresent()) {
                throw new LabException("cannot resume: " + results.path() + " has results of " + other.get()
                        + ", and not of " + experiment.name());
            }
        } catch (IOException e) {
            throw cannotWrite(results.path(), e);
        }
    }

    static Load load(Experiment experiment, Variant variant, RunOptions options) {
        Load full = experiment.loadOf(variant);
        return options.quick()
                ? Quick.shorten(full, experiment.physicsOf(variant).flatMap(Physics::responseTime))
                : full;
    }

    private Run run(Plan plan, Turn turn, RunOptions options, LabListener listener)
            throws IOException, InterruptedException {
        try (Reserve room = Reserve.in(plan.folder())) {
            RunDraft draft = new VariantRun(plan, engine, watching, listener).run();
            return Evaluation.evaluated(stored(draft, plan, turn, options));
        }
    }

    private Run stored(RunDraft draft, Plan plan, Turn turn, RunOptions options) {
        return draft.finish(plan, Machine.environment(version, options.repeat()))
                .asked(turn.repetition(), options.overrides());
    }

    /** As it is when the experiment begins, whatever is built meanwhile. */
    private static Map<Turn, MadeOf> madeOf(
            Experiment shown, Experiment experiment, List<Turn> turns, RunOptions options) {
        Fingerprints reader = new Fingerprints();
        return turns.stream()
                .collect(Collectors.toMap(
                        turn -> turn,
                        turn -> reader.of(shown, turn.variant(), load(experiment, turn.variant(), options), options),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    /** Runs whose limit another has lifted say so; changed ones are stored again. */
    private static List<Run> verified(List<Run> runs, ResultsFolder results) throws IOException {
        List<Run> verified = Lifting.note(runs);
        for (int i = 0; i < runs.size(); i++) {
            if (!verified.get(i).equals(runs.get(i))) {
                RunFile.write(
                        verified.get(i),
                        results.path().resolve(Turn.of(verified.get(i)).folder()));
            }
        }
        return verified;
    }

    /** All at once and before anything starts, since a port that is taken is a mistake in the file. */
    private static void checkPorts(Experiment experiment) throws InvalidExperimentException, LabException {
        List<Mistake> mistakes = new ArrayList<>();
        for (Service service : experiment.services()) {
            if (service.runsAlready()) {
                continue;
            }
            int port = service.address().map(Service.Address::port).orElse(0);
            try {
                Optional<String> holder = port == 0 ? Optional.empty() : Ports.holder(port);
                holder.ifPresent(who -> mistakes.add(ExperimentFile.portMistake(
                        experiment,
                        service.name(),
                        "port " + port + " held by " + who,
                        "a free port: end that process or change the port")));
            } catch (IOException e) {
                throw new LabException("cannot find out whether port " + port + " is free: " + e, e);
            }
        }
        InvalidExperimentException.throwIfAny(mistakes);
    }

    /** Those that run already have to be there, and open to who is to watch. */
    private static void checkThere(Experiment experiment, Guest guest)
            throws InvalidExperimentException, InterruptedException {
        List<Mistake> mistakes = new ArrayList<>();
        for (Service service : experiment.services()) {
            if (service.runsAlready()) {
                String wrong = wrong(service, service.name().equals(experiment.watch()), guest.by());
                if (!wrong.isEmpty()) {
                    mistakes.add(ExperimentFile.serviceMistake(
                            experiment, service.name(), wrong, "a service that runs already and may be watched"));
                }
            }
        }
        InvalidExperimentException.throwIfAny(mistakes);
    }

    private static String wrong(Service service, boolean watched, Way by) throws InterruptedException {
        try {
            return RunningService.find(service)
                    .jvm()
                    .filter(jvm -> watched && !by.isOpen(jvm.access()))
                    .map(jvm -> "process " + jvm.pid() + " (" + jvm.name() + "), which cannot be watched by " + by.id()
                            + (jvm.why().isEmpty() ? "" : ": " + jvm.why()))
                    .orElse("");
        } catch (ServiceException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static ResultsFolder open(Experiment experiment, RunOptions options, LabListener listener)
            throws LabException {
        Path wanted = options.resume().orElse(options.out());
        try {
            return options.resume().isPresent()
                    ? new ResultsFolder(wanted.toRealPath())
                    : ResultsFolder.create(
                            options.out(),
                            experiment.name(),
                            LocalDateTime.now(),
                            line -> listener.on(new LabEvent.Noted(line)));
        } catch (IOException e) {
            throw cannotWrite(wanted, e);
        }
    }

    private static void checkRoom(Path folder) throws IOException {
        long room = Files.getFileStore(folder).getUsableSpace();
        if (room < ROOM_NEEDED) {
            throw new IOException("only " + room / 1024 + " KiB left on the disk");
        }
    }

    private static LabException cannotWrite(Path path, IOException e) {
        if (e instanceof BadRunFileException bad) {
            return new LabException("cannot resume: " + bad.withAdvice() + ", and resume again", e);
        }
        return new LabException(
                "cannot store results in " + path + ": "
                        + (e instanceof NoSuchFileException ? "nothing can be made there" : FileFailure.why(e))
                        + ". Mend that, or choose another folder by --out, and run again",
                e);
    }
}
