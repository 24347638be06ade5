package dev.headroom.lab.service;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The processes that Headroom has started, and the services that ran before, which are looked at and left alone. None of the former outlives it: they are stopped when this is closed, and by a shutdown
 * hook on Ctrl-C or SIGTERM, the last one first. Against SIGKILL, which lets no hook run, each JVM among them has a leash.
 */
public final class Children implements AutoCloseable {

    private static final long LOGS_EVERY_MILLIS = 500;

    /** Rarely, since it costs milliseconds; all that runs when services stop is found then. */
    private static final long LOOK_EVERY_MILLIS = 5_000;

    private final Deque<ServiceProcess> newestFirst = new ArrayDeque<>();
    private final List<RunningService> before = new ArrayList<>();
    private final Thread hook = new Thread(this::shutDown, "headroom-stop-services");
    private final ScheduledExecutorService keeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("headroom-keep-services").factory());
    private final long fullLog;
    private final Optional<OwnJars> jars;
    private boolean shuttingDown;

    /** Of programs where they are. */
    public Children() {
        this(ServiceLog.FULL, Optional.empty());
    }

    /** Of copies of their jars. */
    public Children(OwnJars jars) {
        this(ServiceLog.FULL, Optional.of(jars));
    }

    /** @param fullLog bytes, at which the log of a service is emptied */
    Children(long fullLog, Optional<OwnJars> jars) {
        this.fullLog = fullLog;
        this.jars = jars;
        Runtime.getRuntime().addShutdownHook(hook);
        every(LOGS_EVERY_MILLIS, ServiceProcess::boundLog);
        every(LOOK_EVERY_MILLIS, ServiceProcess::look);
    }

    private void every(long millis, Consumer<ServiceProcess> task) {
        keeper.scheduleWithFixedDelay(() -> running().forEach(task), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Starts a process; returns before it is ready. */
    public synchronized ServiceProcess start(Launch launch) throws ServiceException, IOException, InterruptedException {
        if (shuttingDown) {
            throw new InterruptedException("Headroom is shutting down");
        }
        List<String> command = jars.map(own -> own.in(launch.command())).orElse(launch.command());
        ServiceProcess process = ServiceProcess.start(launch, command, fullLog);
        newestFirst.push(process);
        return process;
    }

    /** @throws ServiceException where it ends before, or is not ready in its time */
    public void awaitReady(ServiceProcess process) throws ServiceException, InterruptedException {
        try {
            process.awaitReady();
        } catch (ServiceException e) {
            throwIfShuttingDown();
            throw e;
        }
        throwIfShuttingDown();
    }

    /** @throws ServiceException where one of the processes has ended */
    public void checkAlive(String when) throws ServiceException, InterruptedException {
        throwIfShuttingDown();
        for (LiveService service : services()) {
            service.checkAlive(when);
        }
    }

    /** Takes note of a service that runs already: it is never stopped. */
    public synchronized void join(RunningService service) {
        before.add(service);
    }

    /** All that there are, whoever started them. */
    public synchronized List<LiveService> services() {
        List<LiveService> all = new ArrayList<>(before);
        all.addAll(newestFirst.reversed());
        return all;
    }

    public synchronized List<ServiceProcess> running() {
        return List.copyOf(newestFirst.reversed());
    }

    /** Stops all, the last one started first. */
    public void stopAll() {
        while (true) {
            ServiceProcess process;
            synchronized (this) {
                process = newestFirst.peek();
            }
            if (process == null) {
                return;
            }
            process.stop();
            synchronized (this) {
                newestFirst.remove(process);
            }
        }
    }

    private void shutDown() {
        synchronized (this) {
            shuttingDown = true;
        }
        stopAll();
    }

    /** A service that ends because Headroom ends has not failed. */
    private synchronized void throwIfShuttingDown() throws InterruptedException {
        if (shuttingDown) {
            throw new InterruptedException("Headroom is shutting down");
        }
    }

    @Override
    public void close() {
        keeper.shutdownNow();
        stopAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down and runs the hook: it finds nothing more to stop.
            synchronized (this) {
                shuttingDown = true;
            }
        }
    }
}
