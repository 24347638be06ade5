package dev.headroom.probe.agent;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.probe.Occupancy;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.Attachment;
import dev.headroom.probe.jvm.HeapReserve;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.MemoryReserve;
import dev.headroom.probe.os.process.Processors;
import dev.headroom.probe.watch.JvmSession;
import dev.headroom.probe.watch.SessionProbe;
import dev.headroom.probe.wire.AgentListener;
import dev.headroom.probe.wire.AgentStream;
import dev.headroom.probe.wire.Hello;
import dev.headroom.probe.wire.Moving;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Watches a JVM through an agent inside it: exact sizes, queues and completed tasks. The agent comes with the JVM's start
 * ({@link #listen}, then {@link #launchArguments()}) or into a running one ({@link #attach}).
 */
public final class AgentProbe extends SessionProbe {

    /** Share of the machine's processor time that looks may take: with the flight recorder it stays below a hundredth. */
    private static final double BUDGET = 0.007;

    /** The same in a JVM that Headroom starts itself: nobody but its own load waits for it, and a run is short. */
    private static final double OWN_BUDGET = 0.02;

    private static final ProcessId ANY = new ProcessId(-1, -1);
    private static final ProcessId NONE = new ProcessId(-2, -1);

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** A quarter of the time after which the agent takes us for gone. */
    private static final Duration RENEWED = Duration.ofSeconds(1);

    private final List<AgentListener> listeners = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Connected> connected = new CompletableFuture<>();
    private final Set<Long> heard = ConcurrentHashMap.newKeySet();
    /** Done once it is known which of the JVMs with the agent is meant. */
    private final CompletableFuture<ProcessId> wanted = new CompletableFuture<>();

    private record Connected(AgentListener.Session session, JvmSession watch, AgentMoves moves) {}

    private volatile boolean closing;
    private volatile Optional<String> left = Optional.empty();

    private final UnaryOperator<String> redactor;

    private AgentProbe(UnaryOperator<String> redactor) {
        this.redactor = redactor;
    }

    /**
     * For a JVM that is about to be started with {@link #launchArguments()}.
     *
     * @param redactor takes secrets out of what the JVM is told to write to its log
     */
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
        Optional<String> lack = HeapReserve.lack(process).or(() -> MemoryReserve.lack(process.pid()));
        if (lack.isPresent()) {
            throw new ProbeException(
                    "no agent is loaded into JVM " + process.pid() + ": " + lack.get() + ". Thread dumps load nothing");
        }
        Attachment target = Attachment.to(process);
        try {
            AgentListener listener = AgentListener.open(process.pid(), this::converse);
            listeners.add(listener);
            target.loadAgent(listener.jar(), options(listener, BUDGET, Processors.of(process.pid())));
        } catch (IOException e) {
            throw new ProbeException(
                    "JVM " + process.pid() + " does not load the agent: " + e.getMessage()
                            + ". Thread dumps (`--by dump`) load nothing",
                    e);
        }
    }

    /** To be given to the JVM that is to be watched. */
    public List<String> launchArguments() {
        AgentListener listener = listeners.getFirst();
        return List.of("-javaagent:" + listener.jar() + "=" + options(listener, OWN_BUDGET, OptionalInt.empty()));
    }

    /** @param cores that the JVM may run on, which it may not know; empty: those of Headroom, which starts it */
    private static String options(AgentListener listener, double budget, OptionalInt cores) {
        return listener.options() + ",sample=true,budget=" + budget + ",cores="
                + cores.orElse(Runtime.getRuntime().availableProcessors());
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
            JvmSession watch = agent.watch();
            if (!watch.awaitFirst(TIMEOUT)) {
                throw new ProbeException("the agent connected, but sent no sample in " + TIMEOUT.toSeconds()
                        + " s; its JVM's standard error may say why");
            }
        } catch (TimeoutException e) {
            throw new ProbeException(
                    "no agent connected in " + TIMEOUT.toSeconds()
                            + " s. Check that the JVM is running; its standard error may say why"
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
    protected Optional<JvmSession> session() {
        return connected.isDone() ? Optional.of(connected.join().watch()) : Optional.empty();
    }

    @Override
    public Map<String, Map<String, Double>> holders(
            Observation.Window loaded, Map<String, Observation.Window> alone, Map<String, String> after) {
        return session().map(seen -> seen.holders(loaded, alone, after)).orElse(Map.of());
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
        JvmSession watch = new JvmSession(mode(), jvm, Optional.of(process), on -> send(session, on ? '+' : '-'));
        Moving moving = new Moving(session.out());
        AgentStream stream = new AgentStream(session.in(), watch, moving, redactor);
        connected.complete(new Connected(session, watch, new AgentMoves(watch, stream, moving)));
        String why = AgentMoves.LEFT;
        try {
            stream.run();
        } catch (SocketException | ClosedChannelException | EOFException e) {
            // it left while something was on its way
        } catch (IOException e) {
            why = "the agent fell silent: " + e.getMessage();
        }
        if (!closing && watch.isAlive()) {
            watch.note(why);
            left = Optional.of(why);
        }
    }

    @Override
    protected Optional<String> ended() {
        return left.filter(why -> connected.join().watch().isAlive());
    }

    @Override
    public int move(String target, int from, int to, Duration longest) throws ProbeException, InterruptedException {
        return moves("nothing can be moved").move(target, from, to, longest);
    }

    @Override
    public void occupy(String target, Occupancy how, Duration longest) throws ProbeException, InterruptedException {
        double share = how.share();
        if (!(share >= 0 && share <= LARGEST_SHARE)) {
            throw new ProbeException("a share of " + share + " is not in 0 to " + LARGEST_SHARE);
        }
        moves("nothing can be occupied").occupy(target, how, longest);
    }

    @Override
    public double occupied(String target) throws ProbeException, InterruptedException {
        return moves("nothing can be occupied").occupied(target);
    }

    @Override
    public void held() throws ProbeException, InterruptedException {
        if (connected.isDone()) {
            connected.join().moves().held();
        }
    }

    @Override
    public void keep() throws ProbeException, InterruptedException {
        moves("nothing was moved").keep();
    }

    @Override
    public void putBack() throws ProbeException, InterruptedException {
        if (connected.isDone()) {
            connected.join().moves().putBack();
        }
    }

    /** @param otherwise what follows where no agent has connected */
    private AgentMoves moves(String otherwise) throws ProbeException {
        if (!connected.isDone()) {
            throw new ProbeException(otherwise + ": start() has not succeeded");
        }
        return connected.join().moves();
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
