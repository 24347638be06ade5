package dev.headroom.harness.truth;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.drawn.Started;
import dev.headroom.harness.truth.Truth.Way;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.load.RunningLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Measures elasticities of a drawn service by running it: each arm in a fresh JVM, under its load, with no probe. Rounds go on until each
 * interval lies on one side of what counts as binding, or there were enough of them.
 */
public final class Sweep {

    /**
     * How long it takes.
     *
     * @param warm seconds that do not count
     * @param counted seconds that do
     */
    public record Pace(int warm, int counted, int fewest, int most) {
        public static final Pace FULL = new Pace(5, 20, 2, 6);
        public static final Pace QUICK = new Pace(4, 10, 2, 3);
    }

    /** Seconds of a batch: some responses long. */
    private static final int BATCH = 2;

    private static final int ATTEMPTS = 4;

    private final Path jar;
    private final Path folder;
    private final Pace pace;
    private final int jobs;
    private final SweepFile file;
    private final EmbeddedEngine engine = new EmbeddedEngine();

    /** @param jobs arms that run at the same time, where the processor is no part of the service */
    public Sweep(Path jar, Path folder, Pace pace, int jobs, SweepFile file) {
        this.jar = jar;
        this.folder = folder;
        this.pace = pace;
        this.jobs = jobs;
        this.file = file;
    }

    /** @param told what is being done */
    public Truth of(Network network, Consumer<String> told)
            throws IOException, InterruptedException, ServiceException, InvalidExperimentException {
        Map<String, Network> arms = Arms.of(network);
        Map<String, List<Double>> batches = file.of(network);
        int done = batches.getOrDefault(Arms.HOME, List.of()).size() / (pace.counted() / BATCH);
        for (int round = done; round < pace.most() && !isDecided(network, batches, round); round++) {
            told.accept("sweep, round " + (round + 1) + " of " + arms.size() + " arms");
            Map<String, List<Double>> more = round(network, arms, round);
            more.forEach((arm, rates) ->
                    batches.computeIfAbsent(arm, none -> new ArrayList<>()).addAll(rates));
            file.put(network, batches);
        }
        return truth(network, batches);
    }

    private boolean isDecided(Network network, Map<String, List<Double>> batches, int rounds) {
        if (rounds < pace.fewest()) {
            return false;
        }
        Truth truth = truth(network, batches);
        return Stream.of(
                        truth.stations().values().stream(),
                        truth.tied().stream(),
                        truth.near().stream(),
                        Stream.of(truth.load()))
                .flatMap(all -> all)
                .allMatch(Estimate::decided);
    }

    static Truth truth(Network network, Map<String, List<Double>> batches) {
        Map<String, Sample> samples = new LinkedHashMap<>();
        batches.forEach((arm, rates) -> samples.put(arm, new Sample(rates)));
        Sample home = Objects.requireNonNull(samples.remove(Arms.HOME));
        Map<String, Estimate> estimates = new LinkedHashMap<>();
        samples.forEach((arm, sample) -> estimates.put(arm, home.elasticity(sample, Arms.factor(network, arm))));
        Estimate load = Objects.requireNonNull(estimates.remove(Arms.LOAD));
        Optional<Estimate> tied = Optional.ofNullable(estimates.remove(Arms.TIED));
        Optional<Estimate> near = Optional.ofNullable(estimates.remove(Arms.NEAR));
        network.stations().forEach(one -> estimates.putIfAbsent(one.name(), Estimate.ZERO));
        return new Truth(Way.SWEEP, home.mean(), estimates, tied, near, load);
    }

    private Map<String, List<Double>> round(Network network, Map<String, Network> arms, int round)
            throws InterruptedException, IOException, ServiceException, InvalidExperimentException {
        boolean alone = !MinLaw.hasCores(network) || network.extras().neighbour() > 0;
        List<String> order = new ArrayList<>(arms.keySet());
        Collections.shuffle(order, new Random(network.seed() + round));
        Map<String, Future<List<Double>>> running = new LinkedHashMap<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(alone ? 1 : jobs)) {
            for (String arm : order) {
                running.put(arm, workers.submit(() -> run(Objects.requireNonNull(arms.get(arm)), arm, round)));
            }
            Map<String, List<Double>> batches = new LinkedHashMap<>();
            try {
                for (String arm : order) {
                    batches.put(arm, Objects.requireNonNull(running.get(arm)).get());
                }
            } catch (InterruptedException e) {
                workers.shutdownNow();
                throw e;
            } catch (ExecutionException e) {
                workers.shutdownNow();
                if (e.getCause() instanceof ServiceException fault) {
                    throw fault;
                }
                throw new IOException("a sweep broke off: " + e.getCause(), e.getCause());
            }
            return batches;
        }
    }

    /** What a busy machine spoiled is done again, a few times. */
    private List<Double> run(Network arm, String name, int round)
            throws IOException, InterruptedException, ServiceException, InvalidExperimentException, ExecutionException {
        Network drawn = new Network(arm.seed() + 1000L * round, arm.number(), arm.front(), arm.demand(), arm.extras());
        Path here = Files.createDirectories(folder.resolve(arm.number() + "-" + name));
        for (int attempt = 1; ; attempt++) {
            try (Started started = Started.start(drawn, jar, here, pace.warm() + pace.counted());
                    RunningLoad load = engine.start(started.mix(), seeded(started.load(), round))) {
                LoadResult result = load.result().get();
                if (!result.generator().binding()) {
                    return rates(result, pace);
                }
            }
            if (attempt == ATTEMPTS) {
                throw new ServiceException(
                        "the load generator was late " + ATTEMPTS
                                + " times: what came of it says nothing of the service. Is the machine busy with something else?");
            }
        }
    }

    private static Load seeded(Load load, int round) {
        return load instanceof Load.Open open ? open.arriving(open.arrivals(), 1L + round) : load;
    }

    private static List<Double> rates(LoadResult result, Pace pace) throws ServiceException {
        List<LoadResult.Second> seconds = result.series();
        if (seconds.size() < pace.warm() + pace.counted() || result.succeeded() == 0) {
            throw new ServiceException("the service answered " + result.succeeded() + " requests in " + seconds.size()
                    + " s; errors " + result.errors());
        }
        List<Double> rates = new ArrayList<>();
        for (int from = pace.warm(); from + BATCH <= pace.warm() + pace.counted(); from += BATCH) {
            rates.add(seconds.subList(from, from + BATCH).stream()
                            .mapToLong(LoadResult.Second::succeeded)
                            .sum()
                    / (double) BATCH);
        }
        return rates;
    }
}
