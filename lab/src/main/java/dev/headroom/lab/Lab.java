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
        ResultsFolder results = open(experiment, options);
        checkSame(experiment, results);
        List<Turn> turns = Turn.all(variants, options.repetitions());
        listener.on(new LabEvent.ExperimentStarting(results.path()));

        Redaction redaction = new Redaction(experiment, options.showSecrets());
        LabListener shows = event -> listener.on(redaction.of(event));
        Experiment shown = redaction.of(experiment);
        TimeLeft left = new TimeLeft();
        List<Run> runs = new ArrayList<>();
        try (OwnJars jars = OwnJars.of(experiment, results.path().resolve(".jars"))) {
            List<String> services = changedServices(results, shown);
            if (services.isEmpty() || options.variants().isEmpty()) {
                results.keep(shown); // else the runs that are not made again are still those of the services that were
            }
            Map<Turn, MadeOf> madeOf = madeOf(shown, experiment, turns, options);
            for (Turn turn : turns) {
                Variant variant = turn.variant();
                Load load = load(experiment, variant, options);
                MadeOf now = Objects.requireNonNull(madeOf.get(turn));
                Optional<Run> earlier =
                        options.resume().isPresent() ? results.completed(turn.folder()) : Optional.empty();
                List<String> changes = new ArrayList<>(results.madeOf(turn.folder())
                        .map(then -> then.differences(now))
                        .orElse(services));
                earlier.ifPresent(run -> changes.addAll(changes(run, redaction.of(variant), load)));
                earlier.ifPresent(run -> changes.addAll(askedOtherwise(run, options, redaction)));
                if (earlier.isPresent() && changes.isEmpty()) {
                    runs.add(earlier.get());
                    shows.on(new LabEvent.VariantSkipped(earlier.get()));
                    continue;
                }
                earlier.ifPresent(run -> shows.on(new LabEvent.VariantChanged(variant, changes)));
                Optional<String> missing = new Launches(experiment, variant, Map.of()).missingJdk();
                if (missing.isEmpty()) {
                    double rest = turns.subList(runs.size(), turns.size()).stream()
                            .mapToDouble(one -> TimeLeft.asked(experiment, one.variant(), options))
                            .sum();
                    shows.on(new LabEvent.VariantStarting(runs.size() + 1, turns.size(), variant, left.of(rest)));
                }
                long began = System.nanoTime();
                checkRoom(results.path());
                Path folder = results.start(turn.folder());
                ResultsFolder.keep(now, folder);
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
                        turn -> reader.of(shown, turn.variant(), load(experiment, turn.variant(), options))));
    }

    /** Parts of the services that are not what they were when the results that are resumed began. */
    private static List<String> changedServices(ResultsFolder results, Experiment now) throws IOException {
        return results.experiment().stream()
                .flatMap(then -> ResultsFolder.differences(then, now).stream())
                .filter(part -> part.equals("services") || part.equals("watch"))
                .toList();
    }

    private static List<String> changes(Run earlier, Variant now, Load load) {
        List<String> changes = new ArrayList<>(ResultsFolder.differences(earlier.variant(), now));
        if (!earlier.load().equals(load) && !changes.contains("load")) {
            changes.add("load");
        }
        return changes;
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
        if (!mistakes.isEmpty()) {
            throw new InvalidExperimentException(mistakes);
        }
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
        if (!mistakes.isEmpty()) {
            throw new InvalidExperimentException(mistakes);
        }
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

    private static ResultsFolder open(Experiment experiment, RunOptions options) throws LabException {
        Path wanted = options.resume().orElse(options.out());
        try {
            return options.resume().isPresent()
                    ? new ResultsFolder(wanted.toRealPath())
                    : ResultsFolder.create(options.out(), experiment.name(), LocalDateTime.now());
        } catch (IOException e) {
            throw cannotWrite(wanted, e);
        }
    }

    private static List<String> askedOtherwise(Run earlier, RunOptions options, Redaction redaction) {
        List<String> otherwise = new ArrayList<>();
        if (earlier.quick() != options.quick()) {
            otherwise.add("--quick");
        }
        if (!earlier.overrides().equals(redaction.of(options.overrides()))) {
            otherwise.add("what the command line sets");
        }
        return otherwise;
    }

    private static void checkRoom(Path folder) throws IOException {
        long room = Files.getFileStore(folder).getUsableSpace();
        if (room < ROOM_NEEDED) {
            throw new IOException("only " + room / 1024 + " KiB left on the disk");
        }
    }

    private static LabException cannotWrite(Path path, IOException e) {
        if (e instanceof BadRunFileException) {
            return new LabException("cannot resume: " + e.getMessage(), e);
        }
        return new LabException(
                "cannot store results in " + path + ": "
                        + (e instanceof NoSuchFileException ? "nothing can be made there" : FileFailure.why(e))
                        + ". Mend that, or choose another folder by --out, and run again",
                e);
    }
}
