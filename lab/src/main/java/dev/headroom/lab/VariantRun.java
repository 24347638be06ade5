package dev.headroom.lab;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Request;
import dev.headroom.core.model.Service;
import dev.headroom.core.model.Variant;
import dev.headroom.core.prediction.Predictor;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One variant under its load: fresh JVMs, probe, load, diagnosis, prediction. Whatever breaks ends the run with a line
 * that says why, keeps what was seen, and leaves no process behind.
 */
final class VariantRun {

    private static final Duration PROGRESS_EVERY = Duration.ofMillis(250);

    /** A load that was closed gives up its requests at once; this is for the generator's threads to come to an end. */
    private static final Duration SALVAGE_PATIENCE = Duration.ofSeconds(2);

    private static final int FEW_USERS = 4;

    /** @param load already shortened where {@code quick} */
    record Plan(Experiment experiment, Variant variant, Load load, boolean quick, ProbeMode mode, Path folder) {}

    private final Plan plan;
    private final LoadEngine engine;
    private final Watching watching;
    private final LabListener listener;
    private final RunDraft draft = new RunDraft();

    VariantRun(Plan plan, LoadEngine engine, Watching watching, LabListener listener) {
        this.plan = plan;
        this.engine = engine;
        this.watching = watching;
        this.listener = listener;
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
                    underLoad(request(launches), children, probe);
                }
            }
        } catch (ServiceException | ProbeException e) {
            draft.fail(String.valueOf(e.getMessage()));
        }
        explain();
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

    private Request request(Launches launches) {
        Variant variant = plan.variant();
        URI uri =
                URI.create("http://127.0.0.1:" + launches.port(plan.experiment().watch()) + variant.path());
        return new Request(variant.method(), uri, variant.headers(), variant.body());
    }

    private void underLoad(Request request, Children children, Probe probe)
            throws InterruptedException, ProbeException, ServiceException {
        try (RunningLoad load = startLoad(request)) {
            try {
                Instant counted = await(load.counted(), load, children, probe);
                Optional<Duration> cycle = load.warmUpMedian();
                draft.singleRequest = cycle.filter(median -> isLight(plan.load()));
                Cpu before = Cpu.now(children.running());
                Instant offered = await(load.offered(), load, children, probe);
                LoadResult result = await(load.result(), load, children, probe);
                draft.cpuSeconds = Cpu.now(children.running()).since(before);
                draft.result = Optional.of(result);
                Observation.Window window = Windows.of(plan.load(), counted, offered, cycle, result.series());
                draft.observation = Optional.of(probe.finish(counted, window));
            } catch (ServiceException e) {
                draft.fail(String.valueOf(e.getMessage()));
                salvage(load, probe);
            } catch (ExecutionException e) {
                draft.fail("the load broke off: " + e.getCause());
                salvage(load, probe);
            }
        }
    }

    /** Whether the warm-up is made by so few users that they hardly wait for each other. */
    private static boolean isLight(Load load) {
        return load.warmUp().filter(warmUp -> warmUp.users() <= FEW_USERS).isPresent();
    }

    private RunningLoad startLoad(Request request) throws ServiceException {
        try {
            return engine.start(request, plan.load());
        } catch (IllegalArgumentException e) {
            throw new ServiceException("the load cannot be put on " + request.uri() + ": " + e.getMessage(), e);
        }
    }

    /** Waits for the next phase of the load, tells how it goes, and notices a service that dies. */
    private <T> T await(CompletableFuture<T> phase, RunningLoad load, Children children, Probe probe)
            throws InterruptedException, ExecutionException, ServiceException {
        while (true) {
            children.checkAlive("under load");
            listener.on(new LabEvent.Progress(plan.variant(), load.progress(), probe.latest()));
            try {
                return phase.get(PROGRESS_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // not yet: that is what the loop is for
            } catch (CancellationException e) {
                throw new ExecutionException(e);
            }
        }
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

    /** A broken run is not explained: its figures are those of the break. */
    private void explain() throws IOException {
        if (draft.failed() || draft.result.isEmpty() || draft.observation.isEmpty()) {
            return;
        }
        Observation observation = draft.observation.get();
        try {
            draft.diagnosis =
                    Optional.of(Doctor.diagnose(plan.load(), draft.result.get(), observation, draft.cpuSeconds));
            draft.prediction = Predictor.predict(plan.load(), observation);
        } catch (RuntimeException e) {
            // A fault of ours must not cost the figures of a long load: they are stored, and the fault beside them.
            Path fault = plan.folder().resolve("headroom-fault.txt");
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            Files.writeString(fault, trace.toString());
            draft.fail("a fault in Headroom itself: the figures could not be explained (" + e + "); see " + fault);
        }
    }
}
