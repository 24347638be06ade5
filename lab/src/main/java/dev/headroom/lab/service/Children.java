package dev.headroom.lab.service;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The processes that Headroom has started. None outlives it: they are stopped when this is closed, and by a shutdown
 * hook on Ctrl-C or SIGTERM, the last one first. Against SIGKILL, which lets no hook run, each child has a leash.
 */
public final class Children implements AutoCloseable {

    /** A Spring Boot service starts in seconds; on a machine with other work, in tens of them. */
    public static final Duration READY_PATIENCE = Duration.ofSeconds(120);

    private final Deque<ServiceProcess> newestFirst = new ArrayDeque<>();
    private final Thread hook = new Thread(this::shutDown, "headroom-stop-services");
    private boolean shuttingDown;

    public Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a process; returns before it is ready. */
    public synchronized ServiceProcess start(Launch launch) throws ServiceException, IOException, InterruptedException {
        if (shuttingDown) {
            throw new InterruptedException("Headroom is shutting down");
        }
        ServiceProcess process = ServiceProcess.start(launch);
        newestFirst.push(process);
        return process;
    }

    public void awaitReady(ServiceProcess process) throws ServiceException, InterruptedException {
        awaitReady(process, READY_PATIENCE);
    }

    void awaitReady(ServiceProcess process, Duration timeout) throws ServiceException, InterruptedException {
        try {
            process.awaitReady(timeout);
        } catch (ServiceException e) {
            throwIfShuttingDown();
            throw e;
        }
        throwIfShuttingDown();
    }

    /** @throws ServiceException where one of the processes has ended */
    public void checkAlive(String when) throws ServiceException, InterruptedException {
        throwIfShuttingDown();
        for (ServiceProcess process : running()) {
            process.checkAlive(when);
        }
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
