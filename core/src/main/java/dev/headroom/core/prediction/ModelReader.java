package dev.headroom.core.prediction;

import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.structure.StuckThreads;
import dev.headroom.core.text.Numbers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads the model of a service from an observation of it: where requests enter, whether the entry's workers wait for what
 * others do ({@link TaskReader}) or hand it over ({@link DispatchedEntry}), without those that are stuck ({@link StuckThreads}), and
 * how many connections are let in.
 */
final class ModelReader {

    /** The acceptor waited for a connection to close in a smaller share of samples than this (0 to 1): by chance. */
    private static final double WORTH_A_LATCH = 0.05;

    /** The name of the cores among the pools; none of a service's has a space in its name. */
    private static final String PROCESSOR = "the processor";

    /** A machine with a smaller share of its cores (0 to 1) in use makes requests wait little: holding times say enough. */
    private static final double NEARLY_FULL = 0.7;

    private static final Duration ASYNC_CHECKS = Duration.ofSeconds(1);

    /** Linux drops a connection once the accept queue is longer than its backlog ({@code sk_acceptq_is_full}). */
    private static final int LINUX_TAKES_ONE_MORE = 1;

    private final Load load;
    private final StuckThreads stuck;
    private final Structure structure;
    private final TaskReader tasks;
    private final double otherCores;

    private ModelReader(Load load, Observation observation, double otherCores) {
        this.load = load;
        this.otherCores = otherCores;
        this.stuck = StuckThreads.in(observation);
        this.structure = Structure.of(stuck.without(observation));
        this.tasks = new TaskReader(structure);
    }

    /** Empty where an entry, a rate or a holding time is missing, or no worker is left. */
    static Optional<ServiceModel> read(Load load, Observation observation, double otherCores) {
        ModelReader reader = new ModelReader(load, observation, otherCores);
        return reader.structure
                .entry()
                .filter(entry ->
                        reader.stuck.groups().isEmpty() || entry.maximum().orElse(1) > 0)
                .flatMap(entry -> reader.request(entry).map(work -> reader.afterProcessor(entry, work)))
                .filter(request -> Plans.unloaded(request) > 0)
                .map(request ->
                        new ServiceModel(reader.tasks.pools(), request, reader.admission(), reader.tasks.basis()));
    }

    private Optional<Step> request(Station entry) {
        int lost = stuck.count(entry.name());
        if (lost > 0) {
            tasks.say(lost + " workers of " + entry.name() + " are stuck for ever");
        }
        Optional<DispatchedEntry> handing = DispatchedEntry.of(load, structure, entry);
        if (handing.isPresent()) {
            return handedOff(entry, handing.get());
        }
        Optional<Rate> rate = requestRate(entry);
        if (rate.isPresent()) {
            return tasks.on(entry, rate.get());
        }
        // a pool that gives no tasks to others needs no V, so it may do without a count of requests
        return structure.links(entry).isEmpty() && TaskReader.selfWaiters(entry) == 0 ? alone(entry) : Optional.empty();
    }

    /**
     * What a request costs the cores, all processes together, since they share them: their busy time over the requests.
     * It is taken in one piece, first come first served, before the work; for means that is as good as in many. What
     * other processes use is no part of it. Where a quota is nearly used up, it is what the service takes of that.
     */
    private Step afterProcessor(Station entry, Step work) {
        Observation.Processor processor = structure.observation().processor();
        Optional<Rate> rate = requestRate(entry);
        double granted = structure.observation().granted();
        if (rate.isPresent() && granted < processor.available() && processor.service() >= NEARLY_FULL * granted) {
            int cores = (int) Math.ceil(granted);
            double demand =
                    UtilizationLaw.demand(processor.service(), rate.get().perSecond());
            return after(cores, demand * cores / granted, "of which a quota grants " + Numbers.of(granted), work);
        }
        if (rate.isEmpty() || processor.machine() < NEARLY_FULL * processor.available()) {
            return work;
        }
        double ours = Math.max(0, processor.machine() - otherCores);
        double demand = UtilizationLaw.demand(ours, rate.get().perSecond());
        return after(processor.available(), demand, "all processes of the run together", work);
    }

    private Step after(int cores, double demand, String whose, Step work) {
        tasks.cores(PROCESSOR, cores, demand, whose);
        return new Step.Sequence(List.of(Step.on(PROCESSOR, Step.hold(Times.ofSeconds(demand))), work));
    }

    private Optional<Step> alone(Station entry) {
        tasks.add(entry);
        return tasks.hold(entry).map(step -> Step.on(entry.name(), step));
    }

    /** As many threads as were seen hand requests over, and write the answers later; each hands its tasks to its own queue. */
    private Optional<Step> handedOff(Station entry, DispatchedEntry handing) {
        tasks.add(entry);
        Station pool = handing.pool();
        tasks.add(pool);
        return tasks.hold(pool).map(hold -> {
            List<Step> steps = TaskReader.times(handing.visits(), Step.on(pool.name(), hold));
            tasks.say(entry.name() + " is free at once; " + Numbers.of(handing.visits())
                    + " tasks for each request go to " + pool.name() + " (" + handing.source() + ")");
            Step work = tasks.together(handing.fanout(), steps);
            if (entry.kind() != StationKind.SERVLET_WORKERS) {
                return new Step.Handoff(entry.name(), work);
            }
            Step handler = new Step.Handoff(entry.name(), inTime(work));
            return new Step.Sequence(List.of(handler, Step.on(entry.name(), Step.hold(Duration.ZERO))));
        });
    }

    private Step inTime(Step work) {
        Optional<Duration> timeout = asyncTimeout();
        timeout.ifPresent(most -> tasks.say(
                "an asynchronous answer may take " + Numbers.seconds(Times.seconds(most)) + " (the default)"));
        return timeout.<Step>map(most -> new Step.Within(most, ASYNC_CHECKS, work))
                .orElse(work);
    }

    /**
     * How long a server waits for an asynchronous answer where nothing else is set; empty where the libraries are left out; it looks once a second (Tomcat: {@code Connector.getAsyncTimeout},
     * {@code AbstractProtocol.startAsyncTimeout}).
     */
    private static Optional<Duration> asyncTimeout() {
        return Libraries.packed()
                .with("async-timeout")
                .findFirst()
                .map(its -> Times.ofSeconds(Double.parseDouble(its.text("async-timeout"))));
    }

    /** Where the acceptor was seen waiting: as many connections as the service says, or else as there were, are the most. */
    private Optional<ServiceModel.Admission> admission() {
        return structure.observation().network().listeners().stream()
                .filter(listener -> listener.latchedShare() >= WORTH_A_LATCH && listener.established() >= 1)
                .findFirst()
                .map(listener -> {
                    int most = listener.maximum().orElse((int) Math.round(listener.established()));
                    tasks.say("port " + listener.port() + " accepts " + most + " connections, and " + listener.backlog()
                            + " more may wait");
                    return new ServiceModel.Admission(
                            most,
                            listener.backlog() + LINUX_TAKES_ONE_MORE,
                            load.transport()
                                    .connectTimeout()
                                    .orElse(load.transport().timeout()));
                });
    }

    /** Requests per second through the service in the window: counted by the entry, else offered where all are carried. */
    private Optional<Rate> requestRate(Station entry) {
        boolean requestsOnly = TaskReader.selfWaiters(entry) == 0;
        boolean anyFull = structure.observation().pools().stream().anyMatch(TaskReader::nearlyFull);
        return tasks.counted(entry).filter(rate -> requestsOnly).or(() -> anyFull ? Optional.empty() : load.offered());
    }
}
