package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.Adjustable.Means;
import dev.headroom.probe.classify.Catalogue;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.look.Snapshot;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Decodes what the agent sends into {@link Snapshot}s. Its class {@code Wire} describes the protocol. The agent runs in a JVM that is not trusted: a text has at
 * most 65,535 bytes by the protocol, and everything else that it says how many there are of is bounded here before memory is taken for it.
 */
public final class AgentStream {

    private static final Thread.State[] STATES = Thread.State.values();

    /** What stands in place of a stack that was not looked at. */
    private static final int NOT_WALKED = -1;

    /** Threads, pools, limits, entries of a sample: Linux has 32,768 threads unless it is told otherwise, and no service as many pools. */
    private static final int MOST = 100_000;

    /** The agent cuts stacks at 160. */
    private static final int MOST_FRAMES = 1_000;

    /** Characters of a name: there may be {@link #MOST} of each kind. */
    private static final int LONGEST_NAME = 500;

    /** What a sum of shares may be off. */
    private static final double ROUNDING = 1e-6;

    private static final long UNKNOWN = -1;

    private final DataInputStream in;
    private final Receiver receiver;
    private final Moving moving;
    private final StreamPools pools = new StreamPools();
    private final Map<Integer, Limited> limits = new HashMap<>();
    private final Stacks stacks = new Stacks();
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final Levers levers = new Levers();
    private final ThreadPlaces places = new ThreadPlaces(pools);
    private final UnaryOperator<String> redactor;

    /** @param redactor takes secrets out of names that are written to a log */
    public AgentStream(DataInputStream in, Receiver receiver, Moving moving, UnaryOperator<String> redactor) {
        this.in = in;
        this.receiver = receiver;
        this.moving = moving;
        this.redactor = redactor;
    }

    /** How to move the pool of that name or the limit of that id by those means; empty where it cannot be moved so. */
    public Optional<Handle> handle(String target, Means means) {
        return levers.handle(target, means);
    }

    /** What the pool of that name or the limit of that id is called in a log: with no secret that it may contain, and unlike any other. */
    public String name(String target, Handle handle) {
        String name = names.getOrDefault(target, target);
        String shown = redactor.apply(name);
        return shown.equals(name) ? name : shown + " (" + handle.kind() + handle.number() + ")";
    }

    /**
     * Reads until the stream ends.
     *
     * @throws IOException where it breaks, or says what no agent of ours does
     */
    public void run() throws IOException {
        try {
            for (int type = in.read(); type >= 0; type = in.read()) {
                message(type);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            moving.end();
        }
    }

    private void message(int type) throws IOException {
        switch (type) {
            case 'P' -> {
                int number = another(pools.size(), "pools");
                pools.name(number, PoolNames.executor(name(), name(), in.readBoolean()));
                levers.pool(Handle.read('P', number, in));
            }
            case 'Q' -> limit();
            case 'K' -> stacks.put(in.readInt(), stack());
            case 'T' -> {
                long id = in.readLong();
                int pool = another(places.threads(), "threads");
                places.thread(id, pool, name(), in.readBoolean());
                if (pool >= 0) {
                    receiver.thread(id, pools.named(pool).name());
                }
            }
            case 'S' -> receiver.look(look());
            case 'J' -> {
                int processors = in.readInt();
                List<String> arguments = in.readUTF().lines().toList();
                pools.jvm(processors, arguments);
                receiver.jvm(processors, arguments);
            }
            case 'M' -> moving.answer(in);
            case 'R' -> receiver.flight(folder(in.readUTF()));
            case 'N' -> receiver.note(in.readUTF());
            default -> throw new IOException("the agent sent an unknown message, type " + type);
        }
    }

    private static Path folder(String text) throws IOException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IOException("the agent named a folder that is none: " + e.getMessage(), e);
        }
    }

    private String name() throws IOException {
        return name(in);
    }

    /** Cut where it is longer than any. */
    static String name(DataInputStream in) throws IOException {
        String name = in.readUTF();
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    }

    /** The number of one that comes to so many. */
    private int another(int known, String what) throws IOException {
        bounded(known, what);
        return in.readInt();
    }

    private int count(String what) throws IOException {
        return bounded(in.readInt(), what);
    }

    private static int bounded(int count, String what) throws IOException {
        if (count < 0 || count > MOST) {
            throw new IOException("the agent spoke of " + count + " " + what);
        }
        return count;
    }

    private void limit() throws IOException {
        int number = another(limits.size(), "limits");
        String type = name();
        String id = type.substring(type.lastIndexOf('.') + 1) + "#" + number;
        String name = name();
        pools.taken(id);
        limits.put(number, new Limited(id, type, name, Catalogue.kind(in.readUTF())));
        if (!name.isEmpty()) {
            names.put(id, name + " (" + id + ")");
        }
        levers.limit(id, Handle.read('Q', number, in));
    }

    private Stack stack() throws IOException {
        int state = in.readByte();
        if (state < 0 || state >= STATES.length) {
            throw new IOException("the agent spoke of a state of threads that there is not, " + state);
        }
        String waitsOn = in.readUTF();
        Optional<Limited> limited = Optional.ofNullable(limits.get(in.readInt()));
        int depth = in.readShort();
        if (depth < 0 || depth > MOST_FRAMES) {
            throw new IOException("the agent spoke of a stack of " + depth + " frames");
        }
        List<String> frames = new ArrayList<>();
        int[] lines = new int[depth];
        for (int i = 0; i < depth; i++) {
            frames.add(in.readUTF());
            lines[i] = in.readInt();
        }
        return new Stack(STATES[state], waitsOn, frames, lines, limited);
    }

    private Snapshot look() throws IOException {
        Instant at = Instant.EPOCH.plus(in.readLong(), ChronoUnit.MICROS);
        long process = in.readLong();
        long probe = in.readLong();
        long virtual = in.readLong();
        if (virtual < UNKNOWN || virtual > Integer.MAX_VALUE) {
            throw new IOException("the agent spoke of " + virtual + " virtual threads");
        }
        places.begin();
        for (int left = count("threads that moved"); left > 0; left--) {
            places.moved(in.readLong(), walked(in.readInt()), in.readLong(), at);
        }
        for (int left = count("threads that did not move"); left > 0; left--) {
            places.found(in.readLong(), walked(in.readInt()), in.readLong(), at);
        }
        for (int left = count("threads that ended"); left > 0; left--) {
            long thread = in.readLong();
            places.ended(thread);
            receiver.ended(thread, at);
        }
        Map<Integer, StreamPools.Figures> figures = new HashMap<>();
        for (int left = count("pools"); left > 0; left--) {
            figures.put(
                    in.readInt(),
                    new StreamPools.Figures(
                            in.readInt(), figure(in.readInt()), in.readInt(), figure(in.readInt()), in.readLong()));
        }
        List<Snapshot.Connector> connectors = connectors();
        boolean atOnce = in.readBoolean();
        Map<Integer, Map<Stack, Double>> virtualStacks = new HashMap<>();
        for (int left = count("stacks of virtual threads"); left > 0; left--) {
            int pool = in.readInt();
            Stack stack = named(in.readInt());
            double standing = in.readDouble();
            if (!(standing >= 0 && standing <= Math.max(0, virtual) + ROUNDING)) {
                throw new IOException("the agent spoke of " + standing + " of " + virtual + " virtual threads");
            }
            virtualStacks.computeIfAbsent(pool, none -> new HashMap<>()).put(stack, standing);
        }
        Map<Stack, Double> unowned = virtualStacks.getOrDefault(ThreadPlaces.NO_POOL, Map.of());
        virtualStacks.remove(ThreadPlaces.NO_POOL);
        List<Snapshot.PoolLook> seen =
                pools.looks(figures, virtualStacks, connectors, sums -> places.addTo(sums, receiver::thread, at));
        for (int number : pools.renamed()) {
            places.of(number)
                    .forEach(thread ->
                            receiver.thread(thread, pools.named(number).name()));
        }
        int others = (int) virtual - StreamPools.workers(virtualStacks);
        if (others > 0) {
            seen.add(StreamPools.virtual(others, unowned));
        }
        List<Snapshot.LimitLook> used = limits();
        Map<Integer, OptionalInt> maxima = new LinkedHashMap<>();
        figures.forEach((number, is) -> maxima.put(number, is.maximum()));
        return new Snapshot(
                at,
                seen,
                places.threads(),
                virtual,
                process,
                probe,
                places.standing(at),
                connectors,
                used,
                levers.of(maxima, number -> pools.named(number).name(), used, places.loops()),
                in.readInt(),
                atOnce ? Snapshot.Virtual.AT_ONCE : Snapshot.Virtual.IN_TURN,
                Optional.of(places.followed()));
    }

    private Optional<Stack> walked(int number) throws IOException {
        return number == NOT_WALKED ? Optional.empty() : Optional.of(named(number));
    }

    private Stack named(int number) throws IOException {
        return stacks.get(number)
                .orElseThrow(() -> new IOException("the agent spoke of stack " + number + " before naming it"));
    }

    private List<Snapshot.LimitLook> limits() throws IOException {
        List<Snapshot.LimitLook> found = new ArrayList<>();
        for (int left = count("limits"); left > 0; left--) {
            Limited limited = known(limits, in.readInt(), "limit");
            OptionalInt capacity = figure(in.readInt());
            int inUse = in.readInt();
            OptionalInt waiting = figure(in.readInt());
            long taken = in.readLong();
            found.add(new Snapshot.LimitLook(
                    limited,
                    capacity,
                    Math.max(0, inUse),
                    waiting,
                    taken < 0 ? OptionalLong.empty() : OptionalLong.of(taken),
                    walked(in.readInt())));
        }
        return found;
    }

    private List<Snapshot.Connector> connectors() throws IOException {
        List<Snapshot.Connector> connectors = new ArrayList<>();
        for (int left = count("connectors"); left > 0; left--) {
            String pool = PoolNames.connector(name());
            int port = in.readInt();
            OptionalInt maximum = figure(in.readInt());
            connectors.add(new Snapshot.Connector(
                    pool, port, maximum, in.readLong(), in.readLong(), in.readLong(), in.readLong() / 1e3));
        }
        return connectors;
    }

    private static OptionalInt figure(int value) {
        return value < 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }

    static <T> T known(Map<Integer, T> all, int number, String what) throws IOException {
        T found = all.get(number);
        if (found == null) {
            throw new IOException("the agent spoke of " + what + " " + number + " before naming it");
        }
        return found;
    }
}
