package dev.headroom.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One service in a JVM of its own. It is asked to stop by SIGTERM and made to by SIGKILL; its output goes straight to
 * its log file, so that neither Headroom nor a slow reader is in its way.
 */
public final class ServiceProcess {

    /** A run is over when its services stop, nothing is lost with them: enough to close files, no more. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Duration ASK_EVERY = Duration.ofMillis(50);
    private static final int BY_SIGNAL = 128;
    private static final int SIGKILL = 9;

    /** JVM options that were meant for Headroom would change what is measured. */
    private static final List<String> NOT_INHERITED = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private final Launch launch;
    private final Process process;
    private volatile boolean stopping;

    private ServiceProcess(Launch launch, Process process) {
        this.launch = launch;
        this.process = process;
    }

    /** @throws IOException where the log cannot be written */
    static ServiceProcess start(Launch launch) throws ServiceException, IOException {
        Optional<String> holder = Ports.holder(launch.port());
        if (holder.isPresent()) {
            throw new ServiceException("service " + launch.name() + " cannot start: port " + launch.port()
                    + " is held by " + holder.get() + "; end that process or change the port");
        }
        Files.createFile(launch.log());
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .directory(Objects.requireNonNull(launch.log().toAbsolutePath().getParent())
                        .toFile())
                .redirectErrorStream(true)
                .redirectOutput(launch.log().toFile());
        builder.environment().keySet().removeAll(NOT_INHERITED);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new ServiceProcess(launch, process);
        } catch (IOException e) {
            throw new ServiceException("service " + launch.name() + " could not be started: " + e.getMessage(), e);
        }
    }

    public String name() {
        return launch.name();
    }

    public Launch launch() {
        return launch;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Processor time used so far; empty where the system does not tell or the process has ended. */
    public Optional<Duration> cpu() {
        return process.toHandle().info().totalCpuDuration();
    }

    /** Waits until the service answers as ready; fails at once where it dies, and after {@code timeout}. */
    void awaitReady(Duration timeout) throws ServiceException, InterruptedException {
        Readiness readiness = new Readiness(launch.port(), launch.ready());
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!readiness.ask()) {
            checkAlive("before it was ready");
            if (System.nanoTime() - deadline > 0) {
                throw new ServiceException("service " + name() + " was not ready within " + timeout.toSeconds()
                        + " s: waited for " + readiness.question() + ", last seen: " + readiness.last() + ". "
                        + LogTail.of(launch.log()));
            }
            if (process.waitFor(ASK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                checkAlive("before it was ready");
            }
        }
        // Where another process got hold of the port in between, it was that one that answered.
        checkAlive("before it was ready");
    }

    /** @throws ServiceException where the process has ended, with its exit code and last lines */
    void checkAlive(String when) throws ServiceException {
        if (process.isAlive() || stopping) {
            return;
        }
        int code = process.exitValue();
        // Killed from outside, its last lines do not tell why: they are those of its work.
        String output = code > BY_SIGNAL ? "Its output is in " + launch.log() : LogTail.of(launch.log());
        throw new ServiceException(
                "service " + name() + " died " + when + " with exit code " + exit(code) + ". " + output);
    }

    private static String exit(int code) {
        if (code == BY_SIGNAL + SIGKILL) {
            return code + " (SIGKILL: by hand, or by the system for want of memory)";
        }
        return code > BY_SIGNAL ? code + " (signal " + (code - BY_SIGNAL) + ")" : Integer.toString(code);
    }

    /** SIGTERM, and after a while SIGKILL. Returns when the process is gone; may be called twice and from any thread. */
    void stop() {
        stopping = true;
        process.destroy();
        boolean interrupted = false;
        try {
            if (process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            interrupted = true; // in a hurry: nothing more is waited for, but it must not be left behind either
        }
        process.destroyForcibly();
        // SIGKILL cannot be refused; the wait ends as soon as the system has cleared the process away.
        while (true) {
            try {
                process.waitFor();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
