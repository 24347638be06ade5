package dev.headroom.lab;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.evidence.AskedLoad;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.lab.service.LiveService;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** What is measured of a variant: warm-up, one user, the load that counts, one user again. What was seen is in the draft, however it ends. */
final class Measuring {

    /** A load that was closed gives up its requests at once; this is for the generator's threads to come to an end. */
    private static final Duration SALVAGE_PATIENCE = Duration.ofSeconds(2);

    private final VariantRun.Plan plan;
    private final Pace pace;
    private final Loading loading;
    private final LiveService watched;
    private final Supplier<Cpu> cpu;
    private final Probe probe;
    private final LabListener listener;
    private final RunDraft draft;

    /** @param cpu processor time of the run's processes so far */
    Measuring(
            VariantRun.Plan plan,
            Loading loading,
            LiveService watched,
            Supplier<Cpu> cpu,
            Probe probe,
            LabListener listener,
            RunDraft draft) {
        this.plan = plan;
        this.pace = plan.pace();
        this.loading = loading;
        this.watched = watched;
        this.cpu = cpu;
        this.probe = probe;
        this.listener = listener;
        this.draft = draft;
    }

    /** @param kinds each kind of request by itself */
    record Measured(Measurement measurement, KindsAlone kinds) {}

    /** @return empty where the load broke off */
    Optional<Measured> run() throws InterruptedException, ProbeException, ServiceException {
        Load load = plan.load();
        Optional<String> cold = WarmUp.run(loading, load, pace, watched::cpu);
        listener.on(new LabEvent.BaselineStarting());
        OneUser before = OneUser.measure(loading, load, pace);
        KindsAlone kinds = KindsAlone.measure(loading, load, pace, probe);
        Optional<CountedLoad> counted = putLoad(before);
        if (counted.isEmpty()) {
            return Optional.empty();
        }
        OneUser after = after(counted.get(), before);
        Window window = observe(counted.get(), before, after);
        Measurement measurement = Measurement.of(
                        asked(),
                        draft.result.orElseThrow(),
                        draft.observation.orElseThrow(),
                        draft.baseline,
                        draft.cpuSeconds,
                        watched.name(),
                        counted.get()
                                .unsettled(
                                        window,
                                        watched.name(),
                                        Runtime.getRuntime().availableProcessors())
                                .or(() -> stillCold(cold)))
                .withKinds(kinds.responses(draft.result.orElseThrow()));
        if (!draft.failed() && draft.baseline.isPresent()) {
            draft.baseline = Optional.of(refined(draft.baseline.get(), before, after, Bound.isNear(measurement)));
        }
        return Optional.of(new Measured(measurement.withBaseline(draft.baseline), kinds));
    }

    /** R0 where much depends on how well it is known. */
    private Baseline refined(Baseline one, OneUser before, OneUser after, boolean near)
            throws InterruptedException, ServiceException {
        LoadResult result = draft.result.orElseThrow();
        Spread spread = Spread.of(result, before);
        return near || spread.mayHide(one, before, after, result.serviceLatency())
                ? FewUsers.refine(spread.of(one, before, after), spread, loading, plan.load(), pace)
                : one;
    }

    /** Of a load that was given up nothing more is asked. */
    private OneUser after(CountedLoad counted, OneUser before) throws InterruptedException, ServiceException {
        if (counted.givenUp().isPresent()) {
            draft.fail(counted.givenUp().get());
            return new OneUser(Optional.empty(), 0, Optional.empty(), before.window());
        }
        listener.on(new LabEvent.BaselineStarting());
        return OneUser.measure(loading, plan.load(), pace);
    }

    /** What the load that was counted asked for, as far as that is known. */
    Load asked() {
        return AskedLoad.of(plan.load(), draft.result.orElseThrow());
    }

    /** @return empty where it broke off; what was seen until then is kept */
    private Optional<CountedLoad> putLoad(OneUser before)
            throws InterruptedException, ServiceException, ProbeException {
        try (RunningLoad load = loading.start(plan.load().withoutWarmUp())) {
            try {
                CountedLoad counted = new CountedLoad(load, cpu, plan.load().abort());
                Optional<Baseline> alone = OneUser.baseline(before.response(), Optional.empty());
                LoadResult told = counted.await(
                        loading,
                        began -> new LiveVerdict(
                                () -> new LiveVerdict.Source(
                                        plan.load(), probe, alone, counted.cpuSeconds(), watched.name()),
                                load,
                                began,
                                listener::on,
                                System::nanoTime)::look);
                draft.uncounted = load.leftOut();
                LoadResult result = ServiceSide.of(told, counted.offered(), probe);
                draft.result = Optional.of(result);
                draft.cpuSeconds = withTool(counted.cpuSeconds(), result.generator());
                Optional<String> set = counted.clockSet();
                Optional<String> trouble = set.isPresent() ? set : trouble(told, counted.offered(), result);
                trouble.ifPresent(draft::fail);
                return trouble.isPresent() ? Optional.empty() : Optional.of(counted);
            } catch (ServiceException e) {
                draft.fail(String.valueOf(e.getMessage()));
                salvage(load);
            } catch (ExecutionException e) {
                draft.fail("the load broke off: " + e.getCause());
                salvage(load);
            }
            return Optional.empty();
        }
    }

    /** Why what a load tool told says nothing of the service; empty where it does. */
    private Optional<String> trouble(LoadResult told, Instant offered, LoadResult result) throws ProbeException {
        Optional<String> counted = ServiceSide.uncounted(told, offered, probe).or(() -> ServiceSide.gross(result));
        return counted.isPresent() ? counted : ServiceSide.untold(told, offered, probe);
    }

    /** A load of ours is put by Headroom, which is among the processes. */
    private static Map<String, Double> withTool(Map<String, Double> seconds, LoadResult.Generator generator) {
        Map<String, Double> all = new HashMap<>(seconds);
        if (generator.tool().isPresent()) {
            all.put(generator.engine(), Times.seconds(generator.cpu()));
        }
        return all;
    }

    private Window observe(CountedLoad counted, OneUser before, OneUser after) throws ProbeException {
        Optional<Baseline> baseline = OneUser.baseline(before.response(), after.response());
        Optional<Duration> alone =
                baseline.map(one -> Times.ofSeconds(one.response().value()));
        Window window = Windows.of(
                asked(),
                counted.counted(),
                counted.offered(),
                alone,
                draft.result.orElseThrow().series(),
                whole -> counted.beginning(whole, alone.map(this::cycle)));
        draft.singleRequest = alone;
        Window of = baseline.filter(one -> Optional.of(one.response()).equals(one.after()))
                .map(one -> after.window())
                .orElseGet(before::window);
        probe.alone(of);
        draft.observation = Optional.of(probe.observe(counted.counted(), window));
        if (baseline.isPresent()) {
            Baseline one = baseline.get();
            draft.baseline = Optional.of(new Baseline(
                    one.response(),
                    one.before(),
                    one.after(),
                    one.agree(),
                    Optional.of(probe.observe(counted.counted(), of).withSeries(List.of()))));
        }
        return window;
    }

    /** From one request of a user to the next. */
    private Duration cycle(Duration response) {
        return plan.load() instanceof Load.Closed closed ? closed.thinkTime().plus(response) : response;
    }

    /** A warm-up that ended before all had settled matters where a single user was answered sooner after the load. */
    private Optional<String> stillCold(Optional<String> cold) {
        return cold.filter(what -> draft.baseline
                        .filter(one -> !one.agree()
                                && one.after().filter(one.response()::equals).isPresent())
                        .isPresent())
                .map(what -> "when the warm-up ended, " + what);
    }

    /** Keeps what generator and probe saw until the run broke off. */
    private void salvage(RunningLoad load) throws InterruptedException {
        load.close();
        try {
            draft.result = Optional.of(load.result().get(SALVAGE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            draft.fail("the generator has no figures of the part before");
        }
        if (!load.counted().isDone() || load.counted().isCompletedExceptionally()) {
            return; // it ended in warm-up, of which nothing counts
        }
        Instant counted = load.counted().join();
        try {
            Observation.Window soFar = new Observation.Window(counted, Duration.between(counted, Instant.now()));
            draft.observation = Optional.of(probe.finish(counted, soFar));
        } catch (ProbeException e) {
            draft.fail("the probe has no figures of the part before: " + e.getMessage());
        }
    }
}
