package dev.headroom.probe.dump;

import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.look.Followed;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.os.process.RandomInterval;
import dev.headroom.probe.os.process.ThreadClock;
import dev.headroom.probe.threads.Grouping;
import dev.headroom.probe.threads.Interner;
import dev.headroom.probe.threads.SeenThread;
import dev.headroom.probe.threads.Standstill;
import dev.headroom.probe.threads.Stood;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Looks at a JVM by thread dumps, at random intervals. Nearly all of a dump is made at a safepoint, while nothing else runs, so the intervals are as long as
 * keeps the share of time that dumps take within the budget. What they cost is the processor time of the threads of the JVM that make them.
 */
final class DumpSampler implements Runnable {

    private static final double SHORTEST_NANOS = 200e6;
    private static final double LONGEST_NANOS = 5e9;
    private static final double NEWEST = 0.5;

    /** So many looks at the beginning, and as many dumps of virtual threads, may take more, so that a window of some seconds tells something. */
    private static final int FIRST = 8;

    private static final double MORE = 5;

    /** Without a virtual thread the dump is taken this seldom, to notice the first. */
    private static final long SELDOM_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Java version that has them. */
    private static final int VIRTUAL_SINCE = 21;

    /**
     * Java version from which the JVM walks the stack of a virtual thread in a dump while it may be mounted or unmounted, and crashes where it is
     * (JDK-8364343; seen with 25.0.3). Before, it is asked for its stack as by {@link Thread#getStackTrace}. Whether a later version is safe was not tried.
     */
    private static final int CRASHES_SINCE = 25;

    /** System property by which somebody whose JDK is mended has them looked at all the same. */
    static final String MENDED = "headroom.dumps.virtual";

    private final Commands commands;
    private final Receiver receiver;
    private final double budget;
    private final ThreadClock clock;
    private final KernelWaits waits;
    private final Interner interner = new Interner();
    private final DumpedLimits limits = new DumpedLimits(interner);
    private final ThreadDump.Parser parser = new ThreadDump.Parser();
    private final Standstill standstill = new Standstill();
    private final Grouping grouping;
    private final Stood stood;
    private final VirtualDump virtualDump;
    private final Optional<JcmdFlight> flight;
    private final DumpMemory memory;
    private final BooleanSupplier isStill;
    private volatile boolean stopped;
    private volatile Optional<Work> slow = Optional.empty();
    private volatile Optional<String> failure = Optional.empty();
    private volatile Optional<String> lack = Optional.empty();
    private boolean told;
    private boolean missed;
    private long lastLook = System.nanoTime();
    private int looks;
    private int virtualDumps;
    private double cost;
    private long spent;
    private Map<PoolNames.Named, Map<Stack, Double>> virtual = Map.of();
    /** In the last dump. */
    private Set<Long> alive = Set.of();

    private final boolean crashes;
    private boolean dumps;
    /** The last dump of virtual threads was made. */
    private boolean dumped;

    private long nextDump = System.nanoTime();

    /**
     * @param flight kept between looks, where one is wanted
     * @param share of time (0 to 1) for which looking may hold the JVM
     */
    DumpSampler(DumpTarget target, Optional<JcmdFlight> flight, Receiver receiver, double share) {
        commands = target.commands();
        memory = target.memory();
        isStill = () -> target.process().map(LinuxProcess::isStill).orElse(true);
        this.flight = flight;
        this.receiver = receiver;
        this.budget = share;
        dumps = target.feature() >= VIRTUAL_SINCE;
        crashes = target.feature() >= CRASHES_SINCE && !Boolean.getBoolean(MENDED);
        grouping = new Grouping(receiver::thread);
        stood = new Stood(grouping);
        virtualDump = new VirtualDump(target, interner);
        clock = target.clock();
        waits = new KernelWaits(target.process());
    }

    /** After the look that is being taken. */
    void stop() {
        stopped = true;
        virtualDump.stop();
    }

    /** Does not wait for the JVM any more. */
    void breakOff() {
        commands.close();
    }

    /** What the JVM is at for us, since when, and its processor time then. */
    private record Work(long begin, OptionalLong before) {}

    private Work begin() {
        return new Work(System.nanoTime(), clock.nanos());
    }

    /** What keeps it from looking; empty where nothing does for long. */
    Optional<String> delay() {
        return slow.filter(dump -> System.nanoTime() - dump.begin() > DELAY_NANOS)
                .map(dump -> "for the last " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - dump.begin())
                        + " s the JVM was writing a dump of its virtual threads, and nothing else was looked at ("
                        + TimeUnit.NANOSECONDS.toMillis(used(dump))
                        + " ms of its processor time by then)");
    }

    /** Why it looks no more, or not now; empty while it does. */
    Optional<String> failure() {
        return failure.or(() -> lack);
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                LockSupport.parkNanos(RandomInterval.around((long) round(), ThreadLocalRandom.current()));
            }
        } catch (IOException | RuntimeException e) {
            if (!stopped) {
                failure = Optional.of(String.valueOf(e.getMessage()));
                receiver.note("the JVM makes no thread dumps any more: " + e.getMessage());
            }
        } catch (OutOfMemoryError e) {
            failure = Optional.of("Headroom's own memory is full");
            receiver.note("thread dumps are not read any more: Headroom's own memory is full");
        }
    }

    /** Nanoseconds to rest after it. A JVM that has answered before may do so again: it makes one dump at a time, and somebody else's may take minutes. */
    private double round() throws IOException {
        try {
            checkMemory();
            if (lack.isEmpty()) {
                look();
                tellGap();
                record();
            } else {
                leaveOut();
            }
            return Math.clamp(cost / share(lack.isEmpty() ? looks++ : looks), SHORTEST_NANOS, LONGEST_NANOS);
        } catch (IOException e) {
            if (looks == 0 || stopped || !isStill.getAsBoolean()) {
                throw e;
            }
            missed = true;
            receiver.silent("the JVM makes no thread dump: " + e.getMessage());
            return LONGEST_NANOS;
        }
    }

    private void tellGap() {
        if (missed) {
            receiver.note("the JVM made no thread dump for "
                    + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastLook) + " s");
        }
        missed = false;
        lastLook = System.nanoTime();
    }

    private void checkMemory() throws IOException {
        Work work = begin();
        lack = memory.lack(parser.size());
        spent += used(work);
    }

    /** The flight recording, where there is one, is kept all the same: nobody else watches its room. */
    private void leaveOut() {
        if (!told) {
            told = true;
            receiver.note("thread dumps were left out: " + lack.orElse(""));
        }
        receiver.silent("thread dumps are left out: " + lack.orElse(""));
        if (looks > 0) {
            record();
        }
    }

    /** Of time, after one look or dump with so many before it. */
    private double share(int before) {
        return before < FIRST ? MORE * budget : budget;
    }

    private void record() {
        if (flight.isPresent()) {
            Work work = begin();
            flight.get().keep();
            spent += used(work);
        }
    }

    private void look() throws IOException {
        Instant at = Instant.now();
        Work work = begin();
        ThreadDump dump = commands.run("Thread.print", parser::parse);
        long used = used(work);
        spent += used;
        cost = cost == 0 ? used : NEWEST * used + (1 - NEWEST) * cost;
        stood.see(
                dump.threads().stream()
                        .filter(thread -> !thread.cpu().isEmpty())
                        .collect(Collectors.toMap(DumpedThread::id, DumpedThread::cpu, (one, other) -> one)),
                at);
        DumpedLimits.Seen seen = limits.of(dump);
        List<SeenThread> threads =
                seen.threads().stream().map(thread -> standing(thread, at)).toList();
        List<PoolLook> pools = new ArrayList<>(grouping.group(threads));
        Set<Long> ids = dump.threads().stream().map(DumpedThread::id).collect(Collectors.toSet());
        alive.stream().filter(id -> !ids.contains(id)).forEach(id -> receiver.ended(id, at));
        alive = ids;
        // whoever waits for the first is told at once that the JVM answers
        boolean anew = looks > 0 && virtual(dump);
        List<PoolLook> ofVirtual = grouping.virtual(virtual);
        pools.addAll(ofVirtual);
        long count = ofVirtual.stream().mapToLong(PoolLook::workers).sum();
        receiver.look(new Snapshot(
                at,
                pools,
                threads.size(),
                dumps && looks > 0 ? count : -1,
                -1,
                spent,
                stood.of(threads, at),
                List.of(),
                seen.limits(),
                List.of(),
                dump.deadlocked(),
                anew ? Snapshot.Virtual.IN_TURN : Snapshot.Virtual.AS_BEFORE,
                Optional.of(new Followed(
                        Optional.empty(),
                        waits.of(
                                dump.threads(),
                                threads,
                                thread -> grouping.name(thread).name()),
                        at(threads)))));
    }

    private static Map<Stack, Set<Long>> at(List<SeenThread> threads) {
        return threads.stream()
                .filter(thread -> thread.stack().isBusy())
                .collect(Collectors.groupingBy(
                        SeenThread::stack, Collectors.mapping(SeenThread::id, Collectors.toSet())));
    }

    /** Where the kernel does not count it, the time that it took. */
    private long used(Work work) {
        OptionalLong after = clock.nanos();
        return work.before().isPresent() && after.isPresent()
                ? after.getAsLong() - work.before().getAsLong()
                : System.nanoTime() - work.begin();
    }

    private SeenThread standing(SeenThread thread, Instant at) {
        return new SeenThread(
                thread.id(), thread.name(), standstill.of(thread.stack(), stood.standsFor(thread.id(), at)));
    }

    /** Whether they were looked at again. The threads that carried them end once none has run for 30 s: whether there still are some, one dump more tells. */
    private boolean virtual(ThreadDump dump) {
        if (!dumps
                || System.nanoTime() < nextDump
                || virtual.isEmpty() && dump.threads().stream().noneMatch(DumpSampler::carries)) {
            return false;
        }
        if (crashes) {
            dumps = false;
            receiver.note(
                    "virtual threads are not seen, platform threads alone are: from Java " + CRASHES_SINCE
                            + " on a dump of them can crash the JVM (JDK-8364343); the agent (--agent) looks at each by itself");
            return false;
        }
        Map<Long, Boolean> platform = new HashMap<>();
        dump.threads().forEach(thread -> platform.put(thread.id(), true));
        Work work = begin();
        boolean again = dumped;
        String why = "";
        slow = Optional.of(work);
        try {
            virtual = virtualDump.read(platform::containsKey);
            dumped = true;
        } catch (IOException e) {
            dumped = false;
            dumps = again && !(e instanceof VirtualDump.TooMany);
            virtual = dumps ? virtual : Map.of();
            why = String.valueOf(e.getMessage());
        } finally {
            slow = Optional.empty();
        }
        long used = used(work);
        spent += used;
        if (!dumped && !stopped) {
            receiver.note((dumps
                            ? "virtual threads were not looked at for some seconds: "
                            : "virtual threads are not seen, platform threads alone are: ")
                    + why + " (it took the JVM " + TimeUnit.NANOSECONDS.toMillis(used) + " ms of processor time)");
        }
        long rest = virtual.isEmpty()
                ? 0
                : RandomInterval.around((long) (used / share(virtualDumps++)), ThreadLocalRandom.current());
        nextDump = System.nanoTime() + (virtual.isEmpty() || !dumped ? Math.max(SELDOM_NANOS, rest) : rest);
        return dumped || !dumps;
    }

    /** A worker of a fork-join pool: virtual threads run on one. */
    private static boolean carries(DumpedThread thread) {
        return thread.name().startsWith("ForkJoinPool-") || thread.name().startsWith("VirtualThread-");
    }
}
