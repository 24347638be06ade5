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
    private ElasticPool elastic = ElasticPool.UNKNOWN;

    private record Worker(int pool, String name) {}

    /** @param since when it was seen to have moved last */
    private record Place(Stack stack, Instant since) {}

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
        for (int left = in.readInt(); left > 0; left--) {
            places.put(in.readLong(), new Place(known(stacks, in.readInt(), "stack"), at));
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
        int looked = in.readInt();
        Map<Stack, Double> virtualStacks = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            Stack stack = known(stacks, in.readInt(), "stack");
            virtualStacks.put(stack, in.readInt() * (double) virtual / looked);
        }
        List<Look.PoolLook> seen = pools(figures);
        if (virtual > 0) {
            seen.add(virtualPool((int) virtual, virtualStacks));
        }
        return new Look(at, seen, threads.size(), virtual, process, probe, standing(at));
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
                    && place.stack().reading().activity() == Activity.AWAITING_DOWNSTREAM) {
                found.add(new Look.Standing(pool(worker.pool()).name(), place.stack(), place.since()));
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
    private List<Look.PoolLook> pools(Map<Integer, Figures> figures) throws IOException {
        Map<String, PoolSum> sums = new LinkedHashMap<>();
        for (Map.Entry<Integer, Figures> one : figures.entrySet()) {
            Figures is = one.getValue();
            PoolNames.Named named = pool(one.getKey());
            OptionalLong completed = completions.total(named.name(), one.getKey(), is.completed());
            sums.computeIfAbsent(named.name(), name -> new PoolSum(named, elastic.bound(name)))
                    .add(is.size(), is.maximum(), is.active(), is.queue(), completed);
        }
        for (Map.Entry<Long, Place> place : places.entrySet()) {
            Stack stack = place.getValue().stack();
            Worker worker = threads.get(place.getKey());
            if (worker == null || worker.pool() < NO_POOL || PoolNames.isJvmThread(worker.name())) {
                continue;
            }
            if (worker.pool() >= 0) {
                PoolNames.Named named = pool(worker.pool());
                sums.computeIfAbsent(named.name(), name -> new PoolSum(named, elastic.bound(name)))
                        .stand(stack);
            } else {
                PoolNames.Named named = unowned(place.getKey(), worker.name(), stack);
                sums.computeIfAbsent(named.name(), name -> new PoolSum(named, OptionalInt.empty()))
                        .add(stack);
            }
        }
        List<Look.PoolLook> looks = new ArrayList<>();
        sums.values().forEach(sum -> looks.add(sum.look()));
        return looks;
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
