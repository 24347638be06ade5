package dev.headroom.probe;

import dev.headroom.core.model.Lever.Means;
import dev.headroom.core.model.Observation;
import dev.headroom.core.model.Observation.Jvm;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.attach.Attachment;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.Requests;
import dev.headroom.probe.watch.Watch;
import dev.headroom.probe.wire.AgentListener;
import dev.headroom.probe.wire.AgentStream;
import dev.headroom.probe.wire.Handle;
import dev.headroom.probe.wire.Hello;
import dev.headroom.probe.wire.Moving;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Watches a JVM through an agent inside it: exact sizes, queues and completed tasks. The agent comes with the JVM's start
 * ({@link #listen()}, then {@link #launchArguments()}) or into a running one ({@link #attach}).
 */
public final class AgentProbe implements Probe {

    /** Share of the machine's processor time that looks may take: with the flight recorder it stays below a hundredth. */
    private static final double BUDGET = 0.007;

    private static final ProcessId ANY = new ProcessId(-1, -1);
    private static final ProcessId NONE = new ProcessId(-2, -1);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** A quarter of the time after which the agent takes us for gone. */
    private static final Duration RENEWED = Duration.ofSeconds(1);

    private final List<AgentListener> listeners = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Connected> connected = new CompletableFuture<>();
    private final Set<Long> heard = ConcurrentHashMap.newKeySet();
    /** Done once it is known which of the JVMs with the agent is meant. */
    private final CompletableFuture<ProcessId> wanted = new CompletableFuture<>();

    private record Connected(AgentListener.Session session, Watch watch, AgentStream stream, Moving moving) {}

    private static final String LEFT =
            "the agent has left the JVM and put everything back: it heard nothing of Headroom"
                    + " for 20 s, could not write to it, or somebody has closed its connection";

    private volatile boolean closing;

    private final UnaryOperator<String> redactor;

    private AgentProbe(UnaryOperator<String> redactor) {
        this.redactor = redactor;
    }

    /** For a JVM that is about to be started with {@link #launchArguments()}. */
    public static AgentProbe listen() throws ProbeException {
        return listen(Secrets::hideIn);
    }

    /** @param redactor takes secrets out of what the JVM is told to write to its log */
    public static AgentProbe listen(UnaryOperator<String> redactor) throws ProbeException {
        AgentProbe probe = new AgentProbe(redactor);
        try {
            probe.listeners.add(AgentListener.open(probe::converse));
            return probe;
        } catch (IOException e) {
            throw new ProbeException("no socket could be opened for the agent: " + e.getMessage(), e);
        }
    }

    /**
     * Loads the agent into the running JVM of the same user.
     *
     * @param redactor takes secrets out of what the JVM is told to write to its log
     */
    public static AgentProbe attach(ProcessId process, UnaryOperator<String> redactor) throws ProbeException {
        AgentProbe probe = new AgentProbe(redactor);
        try {
            return probe.watching(process);
        } catch (ProbeException e) {
            probe.close();
            throw e;
        }
    }

    public static AgentProbe attach(ProcessId process) throws ProbeException {
        return attach(process, Secrets::hideIn);
    }

    /** The process that has that number now. */
    public static AgentProbe attach(long pid) throws ProbeException {
        return attach(ProcessId.now(pid));
    }

    /**
     * Takes that JVM of those that were started with {@link #launchArguments()}: a start script may run several. Where the arguments have not
     * reached it, the agent is loaded into it now. Without this call the first JVM that connects is taken.
     */
    public AgentProbe watching(ProcessId process) throws ProbeException {
        if (!heard.contains(inside(process.pid()))) {
            load(process);
        }
        wanted.complete(process);
        return this;
    }

    private void load(ProcessId process) throws ProbeException {
        Attachment target = Attachment.to(process);
        try {
            AgentListener listener = AgentListener.open(process.pid(), this::converse);
            listeners.add(listener);
            target.loadAgent(listener.jar(), options(listener));
        } catch (IOException e) {
            throw new ProbeException(
                    "JVM " + process.pid() + " does not load the agent: " + e.getMessage()
                            + ". Without an agent it can be watched by JMX",
                    e);
        }
    }

    /** To be given to the JVM that is to be watched. */
    public List<String> launchArguments() {
        AgentListener listener = listeners.getFirst();
        return List.of("-javaagent:" + listener.jar() + "=" + options(listener));
    }

    private static String options(AgentListener listener) {
        return listener.options() + ",sample=true,budget=" + BUDGET + ",cores="
                + Runtime.getRuntime().availableProcessors();
    }

    @Override
    public String mode() {
        return "agent";
    }

    @Override
    public void start() throws ProbeException, InterruptedException {
        wanted.complete(ANY);
        try {
            Connected agent = connected.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            send(agent.session(), 'B');
            Watch watch = agent.watch();
            if (!watch.awaitFirst(TIMEOUT)) {
                throw new ProbeException("the agent connected, but sent no sample in " + TIMEOUT.toSeconds()
                        + " s; its JVM's standard error may say why");
            }
        } catch (TimeoutException e) {
            throw new ProbeException(
                    "no agent connected in " + TIMEOUT.toSeconds()
                            + " s. Check that the JVM is running and was started with launchArguments()"
                            + listeners.stream()
                                    .map(AgentListener::refusals)
                                    .distinct()
                                    .collect(Collectors.joining()),
                    e);
        } catch (ExecutionException e) {
            throw new ProbeException("the agent could not be heard: " + e.getCause(), e);
        }
    }

    @Override
    public Optional<Observation.Sample> latest() {
        return connected.isDone() ? connected.join().watch().latest() : Optional.empty();
    }

    @Override
    public Observation observe(Instant zero, Observation.Window window) throws ProbeException {
        Watch watch = watch();
        watch.awaitFlight(window);
        return watch.observation(zero, window);
    }

    @Override
    public Observation glance(Instant zero, Observation.Window window) throws ProbeException {
        return watch().observation(zero, window);
    }

    private Watch watch() throws ProbeException {
        if (!connected.isDone()) {
            throw new ProbeException("nothing was seen: start() has not succeeded");
        }
        return connected.join().watch();
    }

    @Override
    public Map<String, Map<String, Double>> holders(
            Observation.Window loaded, Map<String, Observation.Window> alone, Map<String, String> after) {
        return connected.isDone() ? connected.join().watch().holders(loaded, alone, after) : Map.of();
    }

    @Override
    public Optional<Requests> requests(Observation.Window window) throws ProbeException {
        return watch().requests(window);
    }

    @Override
    public void forget(Instant before) {
        if (connected.isDone()) {
            connected.join().watch().forget(before);
        }
    }

    @Override
    public Optional<String> leftBehind() {
        return connected.isDone() ? connected.join().watch().leftBehind() : Optional.empty();
    }

    /** A process id as the process itself has it, which may be in a container. */
    private static long inside(long pid) {
        return LinuxProcess.of(pid).map(LinuxProcess::pidInside).orElse(pid);
    }

    /** Runs on the connection's own thread until the agent is gone. */
    private void converse(Hello hello, AgentListener.Session session) {
        Thread.ofPlatform().daemon().name("headroom-lease").start(() -> live(session));
        heard.add(hello.pid());
        ProcessId meant = wanted.join();
        if (!hello.sample() || connected.isDone() || !meant.equals(ANY) && inside(meant.pid()) != hello.pid()) {
            send(session, 'E');
            AgentListener.close(session.channel());
            return;
        }
        ProcessId process = meant.equals(ANY) ? ProcessId.now(hello.pid()) : meant;
        Jvm jvm = new Jvm(process.pid(), hello.version(), hello.vendor(), List.of());
        Watch watch = new Watch(mode(), jvm, Optional.of(process), on -> send(session, on ? '+' : '-'));
        Moving moving = new Moving();
        AgentStream stream = new AgentStream(session.in(), watch, moving, redactor);
        connected.complete(new Connected(session, watch, stream, moving));
        try {
            stream.run();
            if (!closing && watch.isAlive()) {
                watch.note(LEFT);
            }
        } catch (IOException e) {
            if (session.channel().isOpen()) {
                watch.note("the agent fell silent: " + e.getMessage());
            }
        }
    }

    @Override
    public int move(String target, int capacity, Duration longest) throws ProbeException, InterruptedException {
        if (!connected.isDone()) {
            throw new ProbeException("nothing can be moved: start() has not succeeded");
        }
        Connected agent = connected.join();
        Handle handle = agent.stream()
                .handle(target, Means.SET)
                .orElseThrow(() -> new ProbeException(target + " cannot be moved while the service runs"));
        Moving.Moved moved = answer(
                agent,
                () -> agent.moving()
                        .move(
                                agent.session().out(),
                                handle,
                                capacity,
                                longest,
                                agent.stream().name(target, handle)),
                target + " was not moved to " + capacity);
        assertHeld(agent, moved);
        if (!moved.refusal().isEmpty()) {
            throw new ProbeException(target + " was not moved to " + capacity + ": " + moved.refusal());
        }
        return (int) moved.figure();
    }

    @Override
    public void occupy(String target, Occupancy how, Duration longest) throws ProbeException, InterruptedException {
        double share = how.share();
        if (!(share >= 0 && share <= LARGEST_SHARE)) {
            throw new ProbeException("a share of " + share + " is not in 0 to " + LARGEST_SHARE);
        }
        occupation(
                target,
                "was not occupied",
                (agent, handle) -> agent.moving()
                        .occupy(
                                agent.session().out(),
                                handle,
                                how,
                                longest,
                                agent.stream().name(target, handle)));
    }

    @Override
    public double occupied(String target) throws ProbeException, InterruptedException {
        return occupation(
                target,
                "does not tell for how long it was occupied",
                (agent, handle) -> agent.moving()
                        .count(agent.session().out(), agent.stream().name(target, handle)));
    }

    @FunctionalInterface
    private interface Occupying {
        Future<Moving.Moved> ask(Connected agent, Handle handle) throws IOException;
    }

    private double occupation(String target, String otherwise, Occupying asking)
            throws ProbeException, InterruptedException {
        if (!connected.isDone()) {
            throw new ProbeException("nothing can be occupied: start() has not succeeded");
        }
        Connected agent = connected.join();
        Handle handle = agent.stream()
                .handle(target, Means.OCCUPY)
                .orElseThrow(() -> new ProbeException(target + " cannot be occupied"));
        Moving.Moved answer = answer(agent, () -> asking.ask(agent, handle), target + " " + otherwise);
        assertHeld(agent, answer);
        if (!answer.refusal().isEmpty()) {
            throw new ProbeException(target + " " + otherwise + ": " + answer.refusal());
        }
        return answer.figure();
    }

    private static void assertHeld(Connected agent, Moving.Moved answer) throws LeaseLost {
        Moving.Moved lost = agent.moving().lost();
        if (lost.isLost() || answer.isLost()) {
            Moving.Moved first = lost.isLost() ? lost : answer;
            throw new LeaseLost(first.refusal(), first.isOver());
        }
    }

    @Override
    public void held() throws ProbeException, InterruptedException {
        if (connected.isDone()) {
            lease('H', "it is not known whether what was moved is still so");
        }
    }

    @Override
    public void keep() throws ProbeException, InterruptedException {
        watch();
        lease('K', "what was moved may not stay so");
    }

    private void lease(char command, String otherwise) throws ProbeException, InterruptedException {
        Connected agent = connected.join();
        Moving.Moved answer =
                answer(agent, () -> agent.moving().ask(agent.session().out(), command), otherwise);
        assertHeld(agent, answer);
        if (!answer.refusal().isEmpty()) {
            throw new ProbeException(otherwise + ": " + answer.refusal());
        }
    }

    @Override
    public void putBack() throws ProbeException, InterruptedException {
        if (connected.isDone()) {
            Connected agent = connected.join();
            Moving.Moved answer =
                    answer(agent, () -> agent.moving().ask(agent.session().out(), 'U'), "not known to be put back");
            agent.moving().regain();
            if (!answer.refusal().isEmpty()) {
                throw new ProbeException(answer.refusal());
            }
        }
    }

    @FunctionalInterface
    private interface Asking {
        Future<Moving.Moved> ask() throws IOException;
    }

    /** @param otherwise what follows where there is no answer */
    private static Moving.Moved answer(Connected agent, Asking asking, String otherwise)
            throws ProbeException, InterruptedException {
        try {
            Moving.Moved answer = asking.ask().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            if (agent.moving().isEnded() && agent.watch().isAlive()) {
                throw new LeaseLost(LEFT, false);
            }
            return answer;
        } catch (IOException | ExecutionException e) {
            if (agent.watch().isAlive()) {
                throw new LeaseLost(LEFT, false);
            }
            throw new ProbeException(otherwise + ": the JVM is gone", e);
        } catch (TimeoutException e) {
            throw new ProbeException(otherwise + ": the JVM did not answer in " + TIMEOUT.toSeconds() + " s", e);
        }
    }

    /** Says every second that we live, for as long as we do. */
    private static void live(AgentListener.Session session) {
        try {
            while (session.channel().isOpen()) {
                Moving.renew(session.out());
                Thread.sleep(RENEWED);
            }
        } catch (IOException e) {
            // the JVM is gone; whoever started it will say so
            AgentListener.close(session.channel());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(AgentListener.Session session, int command) {
        try {
            session.out().write(command);
        } catch (IOException e) {
            // the JVM is gone; whoever started it will say so
            AgentListener.close(session.channel());
        }
    }

    /** Says goodbye: the agent ends its threads and its recording, and the JVM goes on as before. */
    @Override
    public void close() {
        closing = true;
        wanted.complete(NONE);
        listeners.forEach(AgentListener::close);
        if (connected.isDone()) {
            Connected agent = connected.join();
            if (agent.session().channel().isOpen()) {
                send(agent.session(), 'E');
            }
            agent.watch().close();
        }
    }
}
