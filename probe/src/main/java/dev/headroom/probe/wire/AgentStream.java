package dev.headroom.probe.wire;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.PoolKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Look;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Receiver;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
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

/** Decodes what the agent sends into {@link Look}s. Its class {@code Wire} describes the protocol. */
public final class AgentStream {

    private static final Thread.State[] STATES = Thread.State.values();
    private static final int NO_POOL = -1;

    private final DataInputStream in;
    private final Receiver receiver;
    private final Map<Integer, PoolNames.Named> pools = new HashMap<>();
    private final Map<Integer, Stack> stacks = new HashMap<>();
    private final Map<Long, Worker> threads = new HashMap<>();
    private final Completions completions = new Completions();

    private final Map<Long, Place> places = new HashMap<>();
    private final Map<Long, PoolNames.Named> loops = new HashMap<>();
    private static final Stack NOWHERE = new Stack(Thread.State.RUNNABLE, "", List.of());
    private ElasticPool elastic = ElasticPool.UNKNOWN;

    private record Worker(int pool, String name) {}

    /** What stands in place of a stack that was not looked at. */
    private static final int NOT_WALKED = -1;

    /**
     * @param stack empty where it has moved since it was looked at
     * @param since when it was seen to have moved last
     * @param fresh looked at in the newest sample
     */
    private record Place(Optional<Stack> stack, Instant since, boolean fresh) {}

    private final List<Long> fresh = new ArrayList<>();

    private record Figures(int size, OptionalInt maximum, int active, OptionalInt queue, long completed) {}

    public AgentStream(DataInputStream in, Receiver receiver) {
        this.in = in;
        this.receiver = receiver;
    }

    /** Reads until the stream ends. */
    public void run() throws IOException {
        while (true) {
            int type = in.read();
            switch (type) {
                case -1 -> {
                    return;
                }
                case 'P' -> {
                    int number = in.readInt();
                    pools.put(number, PoolNames.executor(in.readUTF(), in.readUTF(), in.readBoolean()));
                }
                case 'K' -> stacks.put(in.readInt(), stack());
                case 'T' -> {
                    long id = in.readLong();
                    Worker worker = new Worker(in.readInt(), in.readUTF());
                    threads.put(id, worker);
                    if (worker.pool() >= 0) {
                        receiver.thread(id, pool(worker.pool()).name());
                    }
                }
                case 'S' -> receiver.look(look());
                case 'J' -> {
                    int processors = in.readInt();
                    List<String> arguments = in.readUTF().lines().toList();
                    elastic = ElasticPool.of(processors, arguments);
                    receiver.jvm(processors, arguments);
                }
                case 'R' -> receiver.flight(Path.of(in.readUTF()));
                case 'N' -> receiver.note(in.readUTF());
                default -> throw new IOException("the agent sent an unknown message, type " + type);
            }
        }
    }

    private Stack stack() throws IOException {
        Thread.State state = STATES[in.readByte()];
        String waitsOn = in.readUTF();
        List<String> frames = new ArrayList<>();
        for (int left = in.readShort(); left > 0; left--) {
            frames.add(in.readUTF());
        }
        return new Stack(state, waitsOn, frames);
    }

    private Look look() throws IOException {
        Instant at = Instant.EPOCH.plus(in.readLong(), ChronoUnit.MICROS);
        long process = in.readLong();
        long probe = in.readLong();
        long virtual = in.readLong();
        fresh.forEach(one -> places.computeIfPresent(one, (id, old) -> new Place(old.stack(), old.since(), false)));
        fresh.clear();
        for (int left = in.readInt(); left > 0; left--) {
            place(in.readLong(), in.readInt(), at);
        }
        for (int left = in.readInt(); left > 0; left--) {
            long thread = in.readLong();
            Place before = places.get(thread);
            place(thread, in.readInt(), before == null ? at : before.since());
        }
        for (int left = in.readInt(); left > 0; left--) {
            long ended = in.readLong();
            threads.remove(ended);
            places.remove(ended);
            loops.remove(ended);
        }
        Map<Integer, Figures> figures = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            figures.put(in.readInt(), figures());
        }
        List<Look.Door> doors = doors();
        int looked = in.readInt();
        Map<Stack, Double> virtualStacks = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            Stack stack = known(stacks, in.readInt(), "stack");
            virtualStacks.put(stack, in.readInt() * (double) virtual / looked);
        }
        List<Look.PoolLook> seen = pools(figures, doors);
        if (virtual > 0) {
            seen.add(virtualPool((int) virtual, virtualStacks));
        }
        return new Look(at, seen, threads.size(), virtual, process, probe, standing(at), doors);
    }

    private void place(long thread, int number, Instant since) throws IOException {
        boolean walked = number != NOT_WALKED;
        Optional<Stack> stack = walked ? Optional.of(known(stacks, number, "stack")) : Optional.empty();
        places.put(thread, new Place(stack, since, walked));
        if (walked) {
            fresh.add(thread);
        }
    }

    private List<Look.Door> doors() throws IOException {
        List<Look.Door> doors = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String pool = PoolNames.connector(in.readUTF());
            int port = in.readInt();
            int maximum = in.readInt();
            doors.add(new Look.Door(
                    pool,
                    port,
                    maximum < 0 ? OptionalInt.empty() : OptionalInt.of(maximum),
                    in.readLong(),
                    in.readLong(),
                    in.readLong() / 1e3));
        }
        return doors;
    }

    /** Threads that no pool owns are left out: to wait for a message is what many of them are for. */
    private List<Look.Standing> standing(Instant at) throws IOException {
        Instant longAgo = at.minus(Look.LONG);
        List<Look.Standing> found = new ArrayList<>();
        for (Map.Entry<Long, Place> one : places.entrySet()) {
            Place place = one.getValue();
            Worker worker = threads.get(one.getKey());
            if (worker != null
                    && worker.pool() >= 0
                    && !place.since().isAfter(longAgo)
                    && place.stack()
                            .filter(stack -> stack.reading().activity() == Activity.AWAITING_DOWNSTREAM)
                            .isPresent()) {
                found.add(new Look.Standing(
                        pool(worker.pool()).name(), place.stack().get(), place.since()));
            }
        }
        return found;
    }

    private Figures figures() throws IOException {
        int size = in.readInt();
        int maximum = in.readInt();
        int active = in.readInt();
        int queue = in.readInt();
        return new Figures(
                size,
                maximum < 0 ? OptionalInt.empty() : OptionalInt.of(maximum),
                active,
                queue < 0 ? OptionalInt.empty() : OptionalInt.of(queue),
                in.readLong());
    }

    /** One entry per name: what the agent numbers apart but bears one name (a new pool after an old one) is added up. */
    private List<Look.PoolLook> pools(Map<Integer, Figures> figures, List<Look.Door> doors) throws IOException {
        Map<String, PoolSum> sums = new LinkedHashMap<>();
        for (Map.Entry<Integer, Figures> one : figures.entrySet()) {
            Figures is = one.getValue();
            PoolNames.Named named = pool(one.getKey());
            OptionalLong completed = completions.total(named.name(), one.getKey(), is.completed());
            sums.computeIfAbsent(named.name(), name -> new PoolSum(named, elastic.bound(name)))
                    .add(is.size(), is.maximum(), is.active(), is.queue(), completed);
        }
        Map<Integer, Unseen> unseen = unseen();
        for (Map.Entry<Long, Place> one : places.entrySet()) {
            Place place = one.getValue();
            Worker worker = threads.get(one.getKey());
            if (worker == null || worker.pool() < NO_POOL || PoolNames.isJvmThread(worker.name())) {
                continue;
            }
            boolean owned = worker.pool() >= 0;
            PoolNames.Named named = owned
                    ? pool(worker.pool())
                    : unowned(one.getKey(), worker.name(), place.stack().orElse(NOWHERE));
            PoolSum sum = sums.computeIfAbsent(
                    named.name(), name -> new PoolSum(named, owned ? elastic.bound(name) : OptionalInt.empty()));
            if (!owned) {
                sum.add();
            }
            if (place.stack().isPresent()) {
                double weight = place.fresh()
                        ? unseen.getOrDefault(worker.pool(), Unseen.NONE).weight()
                        : 1;
                sum.stand(place.stack().get(), weight);
            }
        }
        List<Look.PoolLook> looks = new ArrayList<>();
        sums.values().forEach(sum -> looks.add(sum.look()));
        doors.forEach(door -> looks.replaceAll(pool -> pool.name().equals(door.pool()) ? pool.counting(door) : pool));
        return looks;
    }

    /**
     * Threads of a pool whose place is not known, and those among them that were looked at just now: a random choice, so
     * each of these stands for as many.
     */
    private record Unseen(int walked, int others) {
        static final Unseen NONE = new Unseen(1, 0);

        double weight() {
            return (double) (walked + others) / walked;
        }

        Unseen and(Unseen more) {
            return new Unseen(walked + more.walked, others + more.others);
        }
    }

    private Map<Integer, Unseen> unseen() {
        Map<Integer, Unseen> found = new HashMap<>();
        places.forEach((thread, place) -> {
            Worker worker = threads.get(thread);
            if (worker != null && (place.fresh() || place.stack().isEmpty())) {
                found.merge(worker.pool(), place.fresh() ? new Unseen(1, 0) : new Unseen(0, 1), Unseen::and);
            }
        });
        return found;
    }

    /** Once known for an event loop, always one: deep below a handler its stack is cut and shows no loop. */
    private PoolNames.Named unowned(long thread, String name, Stack stack) {
        PoolNames.Named loop = loops.get(thread);
        if (loop != null) {
            return loop;
        }
        PoolNames.Named named = PoolNames.unowned(name, stack);
        if (named.kind() == PoolKind.EVENT_LOOPS) {
            loops.put(thread, named);
            receiver.thread(thread, named.name());
        }
        return named;
    }

    private static Look.PoolLook virtualPool(int count, Map<Stack, Double> stacks) {
        double active = stacks.entrySet().stream()
                .filter(stack -> stack.getKey().reading().activity().busy())
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return new Look.PoolLook(
                PoolNames.VIRTUAL_THREADS,
                PoolKind.VIRTUAL_THREADS,
                count,
                OptionalInt.empty(),
                active,
                OptionalInt.empty(),
                OptionalLong.empty(),
                stacks);
    }

    private PoolNames.Named pool(int number) throws IOException {
        return known(pools, number, "pool");
    }

    private static <T> T known(Map<Integer, T> all, int number, String what) throws IOException {
        T found = all.get(number);
        if (found == null) {
            throw new EOFException("the agent spoke of " + what + " " + number + " before naming it");
        }
        return found;
    }
}
