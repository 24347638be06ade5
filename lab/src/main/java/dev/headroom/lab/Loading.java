package dev.headroom.lab;

import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.lab.proof.Bench;
import dev.headroom.lab.service.Children;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.LoadEngine;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress;
import dev.headroom.load.users.LoginException;
import dev.headroom.load.users.Population;
import dev.headroom.probe.Probe;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Puts loads on the watched service; while one is waited for, tells how it goes, and notices a service that dies. */
final class Loading implements Bench {

    private static final long PROGRESS_EVERY = TimeUnit.MILLISECONDS.toNanos(250);

    private final LoadEngine engine;
    private final Mix mix;
    private final Population population;
    private final Variant variant;
    private final Children children;
    private final Probe probe;
    private final LabListener listener;
    private Optional<String> waitedFor = Optional.empty();
    private long told = System.nanoTime() - PROGRESS_EVERY;

    Loading(LoadEngine engine, Mix mix, Variant variant, Children children, Probe probe, LabListener listener) {
        this(engine, mix, new Population(mix.visitors()), variant, children, probe, listener);
    }

    private Loading(
            LoadEngine engine,
            Mix mix,
            Population population,
            Variant variant,
            Children children,
            Probe probe,
            LabListener listener) {
        this.engine = engine;
        this.mix = mix;
        this.population = population;
        this.variant = variant;
        this.children = children;
        this.probe = probe;
        this.listener = listener;
    }

    /** The same for loads that send only one part of the mix, and the steps before it. */
    Loading upTo(Mix.Part part) {
        return new Loading(engine, mix.upTo(part), population, variant, children, probe, listener);
    }

    Mix mix() {
        return mix;
    }

    @Override
    public RunningLoad start(Load load) throws ServiceException {
        try {
            return engine.start(mix, load, population);
        } catch (IllegalArgumentException e) {
            throw new ServiceException("the load cannot be put on " + variant.requestLine() + ": " + e.getMessage(), e);
        }
    }

    <T> T await(CompletableFuture<T> milestone, RunningLoad load, Runnable each)
            throws InterruptedException, ExecutionException, ServiceException {
        while (true) {
            children.checkAlive("under load");
            tell(load, load.progress());
            each.run();
            try {
                return milestone.get(PROGRESS_EVERY, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // not yet: that is what the loop is for
            } catch (CancellationException e) {
                throw new ExecutionException(e);
            }
        }
    }

    @Override
    public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase)
            throws InterruptedException, ServiceException {
        long now = System.nanoTime();
        if (now - told >= PROGRESS_EVERY) {
            told = now;
            children.checkAlive("under load");
            tell(load, load.progress().as(phase));
        }
        try {
            load.result().get(time.toNanos(), TimeUnit.NANOSECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (ExecutionException | CancellationException e) {
            throw new ServiceException(
                    e.getCause() instanceof LoginException login
                            ? String.valueOf(login.getMessage())
                            : "the load broke off: " + e.getCause(),
                    e);
        }
    }

    private void tell(RunningLoad load, LoadProgress progress) {
        Optional<String> late = load.waitedFor();
        if (!late.equals(waitedFor)) {
            waitedFor = late;
            late.ifPresent(what -> listener.on(new LabEvent.Waiting(what)));
        }
        listener.on(new LabEvent.Progress(variant, progress, probe.latest()));
    }
}
