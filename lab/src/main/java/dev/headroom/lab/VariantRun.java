package dev.headroom.lab;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.diagnosis.Measurement;
import dev.headroom.core.model.Baseline;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Mix;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Window;
import dev.headroom.core.model.Request;
import dev.headroom.core.model.Service;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.Variant;
import dev.headroom.core.prediction.Predictor;
import dev.headroom.lab.proof.Proof;
import dev.headroom.lab.service.Children;
import dev.headroom.lab.service.Launch;
import dev.headroom.lab.service.Launches;
import dev.headroom.lab.service.Ports;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.lab.service.ServiceProcess;
import dev.headroom.lab.watch.Watch;
import dev.headroom.lab.watch.Watching;
import dev.headroom.load.LoadEngine;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One variant under its load: fresh JVMs, probe, load, diagnosis, prediction, proof. Whatever breaks ends the run with a line
 * that says why, keeps what was seen, and leaves no process behind.
 */
final class VariantRun {

    /** A load that was closed gives up its requests at once; this is for the generator's threads to come to an end. */
    private static final Duration SALVAGE_PATIENCE = Duration.ofSeconds(2);

    /** @param load already shortened where {@code quick} */
    record Plan(
            Experiment experiment,
            Variant variant,
            Load load,
            boolean quick,
            boolean prove,
            ProbeMode mode,
            Path folder) {}

    private final Plan plan;
    private final LoadEngine engine;
    private final Watching watching;
    private final LabListener listener;
    private final Pace pace;
    private final RunDraft draft = new RunDraft();

    VariantRun(Plan plan, LoadEngine engine, Watching watching, LabListener listener) {
        this.plan = plan;
        this.engine = engine;
        this.watching = watching;
        this.listener = listener;
        this.pace = plan.quick() ? Pace.QUICK : Pace.FULL;
    }

    /** @throws IOException where the results folder cannot be written */
    RunDraft run() throws InterruptedException, IOException {
        try (Watch watch = watching.watch(plan.mode());
                Children children = new Children()) {
            Launches launches = new Launches(plan.experiment(), plan.variant(), choosePorts());
            ServiceProcess watched = startServices(children, launches, watch);
            try (Probe probe = watch.probe(watched.handle())) {
                probe.start();
                int port = launches.port(plan.experiment().watch());
                try (BeforeLoad before = BeforeLoad.send(port, plan.variant())) {
                    listener.on(new LabEvent.Prepared(before.requests()));
                    measure(
                            new Loading(engine, mix(launches), plan.variant(), children, probe, listener),
                            children,
                            watched,
                            probe);
                }
            }
        } catch (ServiceException | ProbeException e) {
            draft.fail(String.valueOf(e.getMessage()));
        }
        return draft;
    }

    private Map<String, Integer> choosePorts() throws IOException {
        Map<String, Integer> ports = new HashMap<>();
        for (Service service : plan.experiment().services()) {
            ports.put(service.name(), service.port() == 0 ? Ports.free() : service.port());
        }
        return ports;
    }

    /** Starts them in the order of the file, each when the one before is ready. */
    private ServiceProcess startServices(Children children, Launches launches, Watch watch)
            throws ServiceException, InterruptedException, IOException {
        String watchedName = plan.experiment().watch();
        List<Launch> all = launches.in(plan.folder(), service -> {
            List<String> arguments = new ArrayList<>(watch.leash());
            if (service.name().equals(watchedName)) {
                arguments.addAll(watch.jvmArguments());
            }
            return arguments;
        });
        for (Launch launch : all) {
            listener.on(new LabEvent.ServiceStarting(launch.name(), launch.port()));
            long start = System.nanoTime();
            children.awaitReady(children.start(launch));
            listener.on(new LabEvent.ServiceReady(launch.name(), Duration.ofNanos(System.nanoTime() - start)));
        }
        ServiceProcess watched = children.running().stream()
                .filter(process -> process.name().equals(watchedName))
                .findFirst()
                .orElseThrow();
        draft.settings = launches.settings(plan.experiment().watched());
        draft.commandLine = watched.launch().command();
        return watched;
    }

    private Mix mix(Launches launches) {
        String service = "http://127.0.0.1:" + launches.port(plan.experiment().watch());
        return new Mix(plan.variant().requests().stream()
                .map(kind -> new Mix.Part(
                        kind.name(),
                        kind.weight(),
                        new Request(kind.method(), URI.create(service + kind.path()), kind.headers(), kind.body())))
                .toList());
    }

    /** Warm-up, one user, the load that counts, one user again; then what binds, and the proof. */
    private void measure(Loading loading, Children children, ServiceProcess watched, Probe probe)
            throws InterruptedException, ProbeException, ServiceException, IOException {
        Load.Transport transport = plan.load().transport();
        Optional<String> cold = WarmUp.run(loading, plan.load(), pace, watched::cpu);
        listener.on(new LabEvent.BaselineStarting(false));
        OneUser before = OneUser.measure(loading, transport, pace);
        KindsAlone kinds = KindsAlone.measure(loading, transport, pace, probe);
        Optional<CountedLoad> counted = putLoad(loading, children, watched, before, probe);
        if (counted.isEmpty()) {
            return;
        }
        listener.on(new LabEvent.BaselineStarting(true));
        OneUser after = OneUser.measure(loading, transport, pace);
        Window window = observe(counted.get(), before, after, probe);
        explain(
                counted.get()
                        .unsettled(window, watched.name(), Runtime.getRuntime().availableProcessors())
                        .or(() -> stillCold(cold)),
                loading,
                watched,
                kinds,
                probe);
    }

    /** @return empty where it broke off; what was seen until then is kept */
    private Optional<CountedLoad> putLoad(
            Loading loading, Children children, ServiceProcess watched, OneUser before, Probe probe)
            throws InterruptedException, ServiceException {
        try (RunningLoad load = loading.start(plan.load().withoutWarmUp())) {
            try {
                CountedLoad counted = new CountedLoad(load, () -> Cpu.now(children.running()));
                Optional<Baseline> alone = OneUser.baseline(before.response(), Optional.empty());
                draft.result = Optional.of(counted.await(
                        loading,
                        began -> new LiveVerdict(
                                () -> new LiveVerdict.Source(
                                        plan.load(), probe, alone, counted.cpuSeconds(), watched.name()),
                                load,
                                began,
                                listener::on,
                                System::nanoTime)::look));
                draft.cpuSeconds = counted.cpuSeconds();
                return Optional.of(counted);
            } catch (ServiceException e) {
                draft.fail(String.valueOf(e.getMessage()));
                salvage(load, probe);
            } catch (ExecutionException e) {
                draft.fail("the load broke off: " + e.getCause());
                salvage(load, probe);
            }
            return Optional.empty();
        }
    }

    /** What the probe saw of the load and of the single user. */
    private Window observe(CountedLoad counted, OneUser before, OneUser after, Probe probe) throws ProbeException {
        Optional<Baseline> baseline = OneUser.baseline(before.response(), after.response());
        Optional<Duration> alone =
                baseline.map(one -> Times.ofSeconds(one.response().value()));
        Window window = Windows.of(
                plan.load(),
                counted.counted(),
                counted.offered(),
                alone,
                draft.result.orElseThrow().series(),
                whole -> counted.beginning(whole, alone));
        draft.singleRequest = alone;
        draft.observation = Optional.of(probe.observe(counted.counted(), window));
        if (baseline.isPresent()) {
            Baseline one = baseline.get();
            Window of = Optional.of(one.response()).equals(one.after()) ? after.window() : before.window();
            draft.baseline = Optional.of(new Baseline(
                    one.response(),
                    one.before(),
                    one.after(),
                    one.agree(),
                    Optional.of(probe.observe(counted.counted(), of).withSeries(List.of()))));
        }
        return window;
    }

    /** A warm-up that ended at its bound matters where a single user was answered sooner after the load. */
    private Optional<String> stillCold(Optional<String> cold) {
        return cold.filter(what -> draft.baseline
                        .filter(one -> !one.agree()
                                && one.after().filter(one.response()::equals).isPresent())
                        .isPresent())
                .map(what -> "when the warm-up came to its bound, " + what);
    }

    /** Keeps what generator and probe saw until the run broke off. */
    private void salvage(RunningLoad load, Probe probe) throws InterruptedException {
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

    private void explain(
            Optional<String> unsettled, Loading loading, ServiceProcess watched, KindsAlone kinds, Probe probe)
            throws InterruptedException, ProbeException, IOException {
        LoadResult result = draft.result.orElseThrow();
        Observation observation = draft.observation.orElseThrow();
        try {
            Measurement measured = Measurement.of(
                    plan.load(), result, observation, draft.baseline, draft.cpuSeconds, watched.name(), unsettled);
            Diagnosis found = Doctor.diagnose(measured);
            draft.diagnosis = Optional.of(found);
            draft.kinds = kinds.explain(result, observation, found, probe);
            draft.prediction = Predictor.predict(
                    plan.load(), observation, strangers(result, observation), draft.kinds, found.bindingLimit());
            List<Intervention.Move> moves = plan.prove() ? Doctor.plan(measured, found) : List.of();
            if (!moves.isEmpty()) {
                draft.diagnosis =
                        Optional.of(Doctor.judge(measured, found, prove(moves, found, loading, watched, probe)));
            }
        } catch (RuntimeException e) {
            // A fault of ours must not cost the figures of a long load: they are stored, and the fault beside them.
            Path fault = plan.folder().resolve("headroom-fault.txt");
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            Files.writeString(fault, trace.toString());
            draft.fail("a fault in Headroom itself: the figures could not be explained (" + e + "); see " + fault);
        }
    }

    private List<Intervention> prove(
            List<Intervention.Move> moves, Diagnosis found, Loading loading, ServiceProcess watched, Probe probe)
            throws InterruptedException {
        double response = Times.seconds(draft.result.orElseThrow().latency().mean());
        try (Proof proof = new Proof(
                loading,
                probe,
                watched.handle().pid(),
                plan.load(),
                pace.proof(),
                move -> listener.on(new LabEvent.Proving(move)))) {
            List<Intervention> moved = proof.of(moves, found, response);
            moved.forEach(one -> listener.on(new LabEvent.Proved(one)));
            return moved;
        }
    }

    /** Cores that processes other than those of this run used. */
    private double strangers(LoadResult result, Observation observation) {
        double ours = draft.cpuSeconds.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum()
                / Math.max(Times.seconds(result.elapsed()), 1e-9);
        return Math.max(0, observation.processor().machine() - ours);
    }
}
