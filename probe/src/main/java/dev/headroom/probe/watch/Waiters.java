package dev.headroom.probe.watch;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Catalogue;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Followed;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.threads.Blocker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says which limit a thread waits for: the object that it is parked for, where the agent knows that one. Some libraries park without telling for
 * what; their waiters are shared out among the limits of that library, as these count them. Where nobody tells of the object, the frame says what sort of
 * limit it is. A wait that nothing is known of is one for a limit where it
 * lets a constant number past.
 */
final class Waiters {

    /** A gate may be waited for by a future of its own, and who has just come to one at which others poll sleeps. */
    private static final Set<Activity> UNNAMED =
            EnumSet.of(Activity.AWAITING_OTHER, Activity.AWAITING_POOL, Activity.SLEEPING);

    /** Of the looks at one that sleeps (0 to 1), those to which it had run: for the next request, where it sleeps for longer than from look to look, and not to try again. */
    private static final double SELDOM = 0.4;

    /** Waiters that each limit has counted, by its entry in the catalogue. */
    private final Map<String, Map<Limited, Double>> counted = new HashMap<>();

    /** What has no name and yet shows its capacity, by the stacks of those who wait for it. */
    private final Map<Stack, Limited> unnamed = new HashMap<>();

    private final Map<Limited, ConstantHolders.Found> constant = new HashMap<>();

    /** Counted together at their lines. */
    private final List<PassingLocks> passing;

    private final SleepLines sleepers;

    /**
     * @param looks of the whole run
     * @param hung of threads that nobody lets past
     * @param sleepers where they sleep
     */
    Waiters(List<Snapshot> looks, Window window, Set<Stack> hung, SleepLines sleepers) {
        this.sleepers = sleepers;
        count(looks);
        List<Snapshot> within = OverTime.within(looks, window);
        passing = PassingLocks.in(within);
        passing.forEach(locks -> note(locks.line(), locks.waiting(), locks.held()));
        Optional<Map<Stack, Double>> again = again(within);
        List<Stack> left = new ArrayList<>();
        WaitedLooks.stacks(within, pool -> true)
                .filter(stack -> UNNAMED.contains(stack.reading().activity())
                        && !hung.contains(stack)
                        && of(stack).keySet().stream().allMatch(limited -> limited.kind() == LimitKind.UNKNOWN))
                .filter(stack -> !Application.site(stack).isEmpty())
                .collect(Collectors.groupingBy(Application::site))
                .forEach((site, stacks) -> {
                    if (!noteGate(site, stacks, within, again) && !noteGates(byCaller(stacks), within, again)) {
                        left.addAll(stacks);
                    }
                });
        noteGates(byLibrary(left), within, again);
    }

    private void note(Limited limited, Collection<Stack> waiting, Optional<ConstantHolders.Found> held) {
        waiting.forEach(stack -> unnamed.put(stack, limited));
        held.ifPresent(found -> constant.put(limited, found));
    }

    /** Whether it is one of many that come and go. */
    boolean comesAndGoes(Limited limited) {
        return passing.stream().anyMatch(locks -> locks.each().contains(limited));
    }

    /** Whether it is the line of those that come and go: what is not constant of them is no number of its holders either. */
    boolean isOfMany(Limited limited) {
        return passing.stream().anyMatch(locks -> locks.line().equals(limited));
    }

    /** At one line of a method by which the application waits for this and for that, as one that does nothing but sleep, those of one caller may wait for a gate. */
    private static Map<String, List<Stack>> byCaller(List<Stack> stacks) {
        Map<String, List<Stack>> callers = stacks.stream()
                .filter(stack -> !Application.callerOfSite(stack).isEmpty())
                .collect(Collectors.groupingBy(Application::callerOfSite));
        return callers.size() > 1 ? callers : Map.of();
    }

    /** At several lines, those who wait in one and the same method of a library: a request that needs a connection twice may wait for it twice. */
    private static Map<String, List<Stack>> byLibrary(List<Stack> stacks) {
        Map<String, List<Stack>> methods = stacks.stream()
                .filter(stack -> Application.library(stack).isPresent())
                .collect(Collectors.groupingBy(
                        stack -> Application.library(stack).orElseThrow()));
        methods.values()
                .removeIf(
                        some -> some.stream().map(Application::site).distinct().count() == 1);
        return methods;
    }

    private boolean noteGates(
            Map<String, List<Stack>> waiting, List<Snapshot> looks, Optional<Map<Stack, Double>> again) {
        return waiting.entrySet().stream()
                        .filter(some -> noteGate(some.getKey(), some.getValue(), looks, again))
                        .count()
                > 0;
    }

    /** Whether they wait for a gate, which is kept then. */
    private boolean noteGate(
            String line, List<Stack> waiting, List<Snapshot> looks, Optional<Map<Stack, Double>> again) {
        if (objects(waiting) == 1
                || again.filter(times -> areAsleep(waiting, looks, times)).isPresent()) {
            return false;
        }
        Optional<ConstantHolders.Found> found = ConstantHolders.of(looks, waiting);
        if (found.isPresent()) {
            note(new Limited(line, "", "", LimitKind.UNKNOWN), waiting, found);
        }
        return found.isPresent();
    }

    /**
     * Each until its time has come, whoever else goes on: nobody is let past by those who are past it. Who polls sleeps there again in nearly each look.
     */
    private static boolean areAsleep(List<Stack> waiting, List<Snapshot> looks, Map<Stack, Double> again) {
        if (!waiting.stream().allMatch(stack -> stack.reading().activity() == Activity.SLEEPING)) {
            return false;
        }
        Set<Stack> all = Set.copyOf(waiting);
        double stood =
                looks.stream().mapToDouble(look -> look.workers(all::contains)).sum();
        return Stack.weight(again, all::contains) < SELDOM * stood;
    }

    /** Who slept again, and who went on, of all looks together; empty where they do not tell. */
    static Optional<Map<Stack, Double>> again(List<Snapshot> looks) {
        Map<Stack, Double> sum = new HashMap<>();
        boolean told = false;
        for (Snapshot look : looks) {
            Optional<Map<Stack, Double>> again = look.followed().flatMap(Followed::again);
            told |= again.isPresent();
            again.ifPresent(times -> times.forEach((stack, one) -> sum.merge(stack, one, Double::sum)));
        }
        return told ? Optional.of(sum) : Optional.empty();
    }

    /** That they wait for. Where each has one of its own, as those that wait for a transaction's lock have, none of them is the limit. */
    private long objects(List<Stack> waiting) {
        return waiting.stream()
                .flatMap(stack -> of(stack).keySet().stream())
                .distinct()
                .count();
    }

    /** The application's line at which it stands: of those that wait for what has no name, the one that tells them from others. */
    String line(Stack stack) {
        Limited gate = unnamed.get(stack);
        if (gate != null && gate.kind() == LimitKind.UNKNOWN) {
            return gate.id();
        }
        return stack.reading().activity() == Activity.SLEEPING ? sleepers.line(stack) : Application.site(stack);
    }

    /** Who holds what has no name, and how many may; empty for all else. */
    Optional<ConstantHolders.Found> constant(Limited limited) {
        return Optional.ofNullable(constant.get(limited));
    }

    private void count(List<Snapshot> looks) {
        for (Snapshot look : looks) {
            for (Snapshot.LimitLook limit : look.limits()) {
                counted.computeIfAbsent(limit.limited().type(), none -> new LinkedHashMap<>())
                        .merge(limit.limited(), (double) limit.waiting().orElse(0), Double::sum);
            }
        }
    }

    /** The limits that a thread with that stack waits for, with shares that add up to 1; empty where it waits for none that is known. */
    Map<Limited, Double> of(Stack stack) {
        if (unnamed.containsKey(stack)) {
            return Map.of(unnamed.get(stack), 1.0);
        }
        if (!Blocker.mayLimit(stack)) {
            return Map.of();
        }
        Map<Limited, Double> library = counted.getOrDefault(stack.reading().type(), Map.of());
        boolean its = stack.limited()
                .filter(limited -> library.isEmpty() ? !isPartOfLibrary(limited, stack) : library.containsKey(limited))
                .isPresent();
        if (its) {
            return Map.of(stack.limited().orElseThrow(), 1.0);
        }
        double all = library.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<Limited, Double> shares = new LinkedHashMap<>();
        library.forEach((limited, waiting) -> {
            double share = all > 0 ? waiting / all : 1.0 / library.size();
            if (share > 0) {
                shares.put(limited, share);
            }
        });
        Map<Limited, Double> known = shares.isEmpty() ? rate(stack.reading().type()) : shares;
        return known.isEmpty()
                ? Blocker.limited(stack).map(limited -> Map.of(limited, 1.0)).orElse(Map.of())
                : known;
    }

    /** As the queue in which a connection pool keeps its waiters, where the agent has not met the pool itself. */
    private static boolean isPartOfLibrary(Limited limited, Stack stack) {
        return limited.kind() == LimitKind.UNKNOWN && Blocker.library(stack).isPresent();
    }

    /** Who sleeps until it is its turn is parked for no object, and what keeps it is known by the frame alone. */
    private static Map<Limited, Double> rate(String type) {
        return Catalogue.entry(type)
                .filter(entry -> entry.kind() == LimitKind.RATE_LIMITER)
                .map(entry -> Map.of(new Limited(entry.title(), type, entry.title(), entry.kind()), 1.0))
                .orElse(Map.of());
    }
}
