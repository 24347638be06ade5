package dev.headroom.lab.service;

import dev.headroom.lab.store.PrivateFiles;
import dev.headroom.load.process.Child;
import dev.headroom.load.process.Mark;
import dev.headroom.load.process.ProcessTree;
import dev.headroom.probe.os.sockets.Listening;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One service: a process and those that it starts. They are asked to stop by SIGTERM and made to by SIGKILL; their output goes straight to the
 * log file, so that neither Headroom nor a slow reader is in their way.
 */
public final class ServiceProcess implements LiveService {

    /** A run is over when its services stop, nothing is lost with them: enough to close files, no more. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    /** A program that has started others may want to stop them itself. */
    private static final Duration ALONE_PATIENCE = Duration.ofSeconds(2);

    private static final Duration ASK_EVERY = Duration.ofMillis(50);
    private static final int BY_SIGNAL = 128;
    private static final int SIGKILL = 9;

    private final Launch launch;
    private final Process process;
    private final ProcessTree tree;
    private final ServiceLog log;
    private final SecretArguments arguments;
    private volatile boolean stopping;
    private Optional<Beside> beside = Optional.empty();

    private ServiceProcess(Launch launch, Process process, Mark mark, ServiceLog log, SecretArguments arguments) {
        this.launch = launch;
        this.process = process;
        this.tree = new ProcessTree(process.toHandle(), mark);
        this.log = log;
        this.arguments = arguments;
    }

    /**
     * @param command the launch's, with the jars that it is to run
     * @param fullLog bytes, at which the log is emptied
     * @throws IOException where the log cannot be written
     */
    static ServiceProcess start(Launch launch, List<String> command, long fullLog)
            throws ServiceException, IOException {
        if (launch.port().isPresent()) {
            int port = launch.port().getAsInt();
            Optional<String> holder = Ports.holder(port);
            if (holder.isPresent()) {
                throw new ServiceException("service " + launch.name() + " cannot start: port " + port + " is held by "
                        + holder.get() + "; end that process or change the port");
            }
        }
        PrivateFiles.file(launch.log());
        SecretArguments arguments = SecretArguments.of(command);
        ProcessBuilder builder = new ProcessBuilder(arguments.command())
                .directory(launch.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(launch.log().toFile())); // only what is appended to can be emptied
        builder.environment().keySet().removeAll(Child.NOT_INHERITED);
        builder.environment().putAll(launch.environment());
        Mark mark = Mark.in(builder.environment());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new ServiceProcess(launch, process, mark, new ServiceLog(launch.log(), fullLog), arguments);
        } catch (IOException e) {
            arguments.forget();
            throw new ServiceException("service " + launch.name() + " could not be started: " + e.getMessage(), e);
        }
    }

    @Override
    public String name() {
        return launch.name();
    }

    public Launch launch() {
        return launch;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * The JVM of a service that is watched: the process itself, or one of those that a command has started.
     *
     * @throws ServiceException where there is none
     */
    public ProcessHandle jvm() throws ServiceException {
        if (launch.jvm()) {
            return handle();
        }
        tree.look();
        return Jvms.choose(name(), tree.running(), launch.port().orElse(0));
    }

    /** Processor time used so far by all processes of the service; empty where the system does not tell or it has ended. */
    @Override
    public Optional<Duration> cpu() {
        return tree.cpu();
    }

    /** Looks for processes that it has started since, to be remembered. */
    void look() {
        tree.look();
    }

    /** Empties the log where it is full. */
    void boundLog() {
        try {
            log.bound();
        } catch (IOException e) {
            // a disk that is full or gone: the run says so when it is stored, and the log may be emptied next time
        }
    }

    /**
     * Starts a process that ends with the service, if not before; one at a time.
     *
     * @throws IOException also where the service is being stopped
     */
    synchronized Beside startBeside(ProcessBuilder builder) throws IOException {
        if (stopping) {
            throw new IOException("the service is being stopped");
        }
        Beside started = Beside.start(builder);
        beside = Optional.of(started);
        return started;
    }

    /** Waits until the service is ready; fails at once where it dies, and after its time. */
    void awaitReady() throws ServiceException, InterruptedException {
        Readiness readiness = Readiness.of(this);
        long deadline = System.nanoTime() + launch.readyWithin().toNanos();
        while (true) {
            tree.look();
            String seen;
            try {
                readiness.ask();
                break;
            } catch (IOException e) {
                seen = String.valueOf(e.getMessage());
            }
            if (stopping) {
                throw new ServiceException("service " + name() + " was stopped before it was ready");
            }
            checkAlive("before it was ready");
            if (System.nanoTime() - deadline > 0) {
                throw new ServiceException("service " + name() + " was not ready within "
                        + launch.readyWithin().toSeconds() + " s: waited for " + readiness.question()
                        + ", last seen: " + seen + ". " + LogTail.of(launch.log()));
            }
            if (process.waitFor(ASK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                checkAlive("before it was ready");
            }
        }
        checkAlive("before it was ready");
        arguments.forget();
        if (launch.port().isPresent()) {
            checkHolder(launch.port().getAsInt());
        }
    }

    /** Where another process got hold of the port in between, it was that one that answered. Who cannot be seen is taken for ours. */
    private void checkHolder(int port) throws ServiceException {
        tree.look();
        boolean ours = tree.running().stream()
                .anyMatch(process -> Listening.ports(process.pid()).contains(port));
        Optional<PortHolder> holder = ours ? Optional.empty() : PortHolder.find(port);
        if (holder.isPresent()) {
            throw new ServiceException("service " + name() + " does not listen on port " + port + ": " + holder.get()
                    + " does, which it has not started. End that process or change the port");
        }
    }

    /** @throws ServiceException where the process has ended, with its exit code and last lines */
    @Override
    public void checkAlive(String when) throws ServiceException {
        if (process.isAlive() || stopping) {
            return;
        }
        int code = process.exitValue();
        // Killed from outside, its last lines do not tell why: they are those of its work.
        String output = code > BY_SIGNAL ? "Its output is in " + launch.log() : LogTail.of(launch.log());
        String hint = code == 0 && !launch.jvm() ? "A command has to stay as long as its service runs. " : "";
        throw new ServiceException(
                "service " + name() + " died " + when + " with exit code " + exit(code) + ". " + hint + output);
    }

    private static String exit(int code) {
        if (code == BY_SIGNAL + SIGKILL) {
            return code + " (SIGKILL: by hand, or by the system for want of memory)";
        }
        return code > BY_SIGNAL ? code + " (signal " + (code - BY_SIGNAL) + ")" : Integer.toString(code);
    }

    /**
     * SIGTERM, and after a while SIGKILL: to the process, then to those that it has started and not stopped itself, and to what runs beside
     * it. Returns when all are gone; may be called twice and from any thread.
     */
    void stop() {
        Optional<Beside> started;
        synchronized (this) { // what is being started beside it is there then
            stopping = true;
            started = beside;
        }
        started.ifPresent(Beside::end);
        arguments.forget();
        tree.end(process, ALONE_PATIENCE, STOP_PATIENCE);
    }
}
