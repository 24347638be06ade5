package dev.headroom.probe.watch;

import dev.headroom.core.laws.Poisson;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The capacity of something that does not tell it, whatever its class is called: as many as are past the wait in look after look while others
 * wait ({@link CountBound}). Those stand in a method that made the call in which others wait, between the line that takes and the line that gives back. Which lines
 * these are is not known, so each run of lines is tried, and the one with the steadiest count is it ({@link LineRuns}).
 *
 * @param known whether it is known to be a limit
 */
record ConstantHolders(List<Snapshot> looks, boolean known, LineRuns runs) {

    /** Of the looks at which others wait: so many, or nearly each shows the same number. */
    private static final int FEWEST_LOOKS = 15;

    /** Of which nearly each has to show it: of eight all, of thirteen all but one. Where it is not known that they wait for a limit it must be no chance besides ({@link Poisson#alike}). */
    private static final int FEWEST_ALIKE = 8;

    private static final double NEARLY_EACH = 0.9;

    private static ConstantHolders in(List<Snapshot> looks, boolean known, Function<double[], OptionalInt> bound) {
        return new ConstantHolders(looks, known, new LineRuns(looks, bound));
    }

    /**
     * @param capacity how many held it at once
     * @param share of looks (0 to 1) with just so many
     */
    record Found(int capacity, double share, Set<Stack> holders) {}

    /**
     * @param looks of the window
     * @param waiting stacks of those who wait for one and the same
     */
    static Optional<Found> of(List<Snapshot> looks, Collection<Stack> waiting) {
        return of(looks, waiting, false);
    }

    /** The same of a limit that is known, but for how many may hold it. */
    static Optional<Found> ofLimit(List<Snapshot> looks, Collection<Stack> waiting) {
        return of(looks, waiting, true);
    }

    /** By the looks that know of each thread, or else by all. */
    private static Optional<Found> of(List<Snapshot> looks, Collection<Stack> waiting, boolean known) {
        List<Snapshot> all = WaitedLooks.of(looks, waiting);
        // of what is known to be a limit, who hangs with it holds it
        List<Snapshot> waited = known ? all : Stayers.left(all, waiting, WaitedLooks.callers(waiting));
        return WaitedLooks.best(waited, waiting)
                .filter(some -> some.size() >= FEWEST_ALIKE)
                .flatMap(some -> in(some, known, CountBound::of).told(new HashSet<>(waiting)).stream())
                .findFirst()
                .or(() -> blurred(waited, waiting, known));
    }

    /** Where whoever has it may be counted too late: virtual threads are looked at one after another, and what a holder waits for may give it back before he goes on. The latter is told of a limit alone. */
    private static Optional<Found> blurred(List<Snapshot> waited, Collection<Stack> waiting, boolean known) {
        List<Snapshot> some = known && waited.size() >= FEWEST_LOOKS
                ? WaitedLooks.ofEach(waited, waiting)
                : WaitedLooks.walked(waited, waiting);
        return some.size() < FEWEST_ALIKE
                ? Optional.empty()
                : in(some, known, CountBound::usual).usual(new HashSet<>(waiting));
    }

    private Optional<Found> usual(Set<Stack> waiting) {
        return find(waiting)
                .filter(found ->
                        known && looks.size() >= FEWEST_LOOKS || LineRuns.TRIED * mostly(found) < Thresholds.ERROR)
                .filter(found -> isTheOnlyOne(found, waiting));
    }

    /** Where requests of fixed times take one step after another, those at the first are as steady as those at all: farther out there are more, as steadily, and neither number is known. */
    private boolean isTheOnlyOne(Found found, Set<Stack> waiting) {
        Set<Stack> busy = busy(waiting).collect(Collectors.toSet());
        ConstantHolders doubt = in(looks, known, CountBound::usual);
        return WaitedLooks.callers(waiting).stream()
                .flatMap(method -> doubt.at(method, waiting, busy).stream())
                .allMatch(other -> other.capacity() <= found.capacity());
    }

    private double mostly(Found found) {
        return Poisson.mostly(found.capacity(), looks.size(), (int) Math.rint(found.share() * looks.size()));
    }

    private Optional<Found> told(Set<Stack> waiting) {
        return find(waiting)
                .filter(found -> looks.size() >= FEWEST_LOOKS || isNoChance(found))
                .filter(found -> WaitedLooks.areWhole(looks, waiting) || isTheOnlyOne(found, waiting));
    }

    /** Any of the runs of lines that were tried may be as steady by chance. */
    private boolean isNoChance(Found found) {
        return known
                ? found.share() >= NEARLY_EACH
                : found.share() == 1
                        && LineRuns.TRIED * Poisson.alike(found.capacity(), looks.size()) < Thresholds.ERROR;
    }

    /**
     * One of several locks behind a line, as of one for each key, where others wait for that one object: past it is always one, and those who hold the others come and go. What varies by chance is not
     * one for most of the time and hardly ever none ({@link Poisson#floorOfOne}). Of more than one that would say nothing: of one lock's holder and a slow one of another there are two as often.
     */
    static Optional<Found> ofOneAmongOthers(List<Snapshot> looks, Collection<Stack> waiting) {
        List<Snapshot> waited = Stayers.left(WaitedLooks.of(looks, waiting), waiting, WaitedLooks.callers(waiting));
        return WaitedLooks.best(waited, waiting)
                .filter(some -> some.size() >= FEWEST_LOOKS)
                .flatMap(some -> in(some, true, CountBound::of).amongOthers(new HashSet<>(waiting)).stream())
                .findFirst();
    }

    private Optional<Found> amongOthers(Set<Stack> waiting) {
        Set<Stack> busy = busy(waiting).collect(Collectors.toSet());
        return WaitedLooks.callers(waiting).stream()
                .map(method -> LineRuns.after(method, waiting, busy).keySet())
                .flatMap(past -> isOneAtLeast(runs.counts(past)).stream().mapToObj(share -> new Found(1, share, past)))
                .findFirst();
    }

    /** Share of looks (0 to 1) with just one; empty where there may as well be none. */
    private static OptionalDouble isOneAtLeast(double[] counts) {
        int none = (int)
                Arrays.stream(counts).filter(count -> Math.rint(count) < 1).count();
        int one = (int)
                Arrays.stream(counts).filter(count -> Math.rint(count) == 1).count();
        return one >= Thresholds.MAJORITY * counts.length
                        && Poisson.floorOfOne(counts.length, none, one) < Thresholds.ERROR
                ? OptionalDouble.of(one / (double) counts.length)
                : OptionalDouble.empty();
    }

    /**
     * One lock behind a line at which others wait, where not every thread is looked at, so that the count of those within changes from look to look: its mean is 1, and by its error no other
     * number. Each lock has one who holds it, so of several locks there would be as many.
     */
    static Optional<Found> ofOneLock(List<Snapshot> looks, Collection<Stack> waiting) {
        List<Snapshot> waited = WaitedLooks.of(looks, waiting);
        return waited.size() < FEWEST_LOOKS
                ? Optional.empty()
                : in(waited, true, CountBound::of).one(new HashSet<>(waiting));
    }

    private Optional<Found> one(Set<Stack> waiting) {
        Set<Stack> there = WaitedLooks.callers(waiting).stream()
                .findFirst()
                .map(method -> within(method, waiting))
                .orElse(Set.of());
        double[] counts = runs.counts(there);
        double mean = CountBound.mean(counts);
        double error = CountBound.error(counts);
        return Math.abs(mean - 1) <= error && mean - error > 0 && mean + error < 2
                ? Optional.of(new Found(1, CountBound.reached(1, counts), there))
                : Optional.empty();
    }

    /** Busy at the line of that method at which others wait. */
    private Set<Stack> within(String method, Set<Stack> waiting) {
        Set<Integer> lines = LineRuns.atTheWait(method, waiting);
        return busy(waiting)
                .filter(stack -> stack.line(method).stream().anyMatch(lines::contains))
                .collect(Collectors.toSet());
    }

    /** In that of the methods that lead to the wait in which the count is the steadiest, the nearest of equals. */
    private Optional<Found> find(Set<Stack> waiting) {
        Set<Stack> busy = busy(waiting).collect(Collectors.toSet());
        Optional<Found> inside = inside(waiting);
        if (inside.filter(found -> found.share() >= NEARLY_EACH).isPresent()) {
            return inside;
        }
        Stream<Found> around = WaitedLooks.callers(waiting).stream()
                .flatMap(method -> Stream.concat(
                        runs.within(method, waiting, busy).stream(),
                        known ? at(method, waiting, busy).stream() : Stream.empty()));
        return Stream.of(inside.stream(), around, runs.together(waiting, busy))
                .flatMap(found -> found)
                .max((one, other) -> Double.compare(one.share(), other.share()));
    }

    /** Past the wait within the very call in which others wait: what takes and gives back may both lie in there, and who stands behind the call holds nothing then. */
    private Optional<Found> inside(Set<Stack> waiting) {
        return WaitedLooks.callers(waiting).stream()
                .findFirst()
                .flatMap(method -> at(method, waiting, within(method, waiting)));
    }

    /** Of a limit that is not known to be one, those of pools of which others wait: whoever else stands there may never have come past. */
    private Stream<Stack> busy(Set<Stack> waiting) {
        Set<String> theirs = looks.stream()
                .flatMap(look -> look.pools().stream())
                .filter(pool -> WaitedLooks.has(pool, waiting))
                .map(Snapshot.PoolLook::name)
                .collect(Collectors.toSet());
        return WaitedLooks.stacks(looks, pool -> known || theirs.contains(pool.name()))
                .filter(stack -> stack.isBusy() && !waiting.contains(stack));
    }

    /**
     * All from the line of the wait on. Where a proxy takes what is waited for, as around a transaction, the holder is called at
     * that same line; one that runs has no line.
     */
    private Optional<Found> at(String method, Set<Stack> waiting, Set<Stack> busy) {
        Set<Stack> past = busy.stream()
                .filter(stack -> stack.frames().contains(method) && Holders.isPast(stack, method, waiting))
                .filter(stack -> waiting.stream().noneMatch(other -> waitAlike(stack, other)))
                .collect(Collectors.toSet());
        return runs.found(past);
    }

    /** For the same, though by an object of its own. */
    private static boolean waitAlike(Stack one, Stack other) {
        return one.reading().activity() == other.reading().activity()
                && one.reading().type().equals(other.reading().type())
                && Application.site(one).equals(Application.site(other));
    }
}
