package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells for which kind of request a thread works: by the lines of the application on its stack. Those at which threads stood while one kind was
 * alone, and never while another was, are that kind's own. A step is not alone where others come before it: its lines are those at which nothing
 * stood while only they were sent.
 */
final class KindsAtWork {

    /** No line tells, or lines of several kinds do. */
    private static final String UNKNOWN = "";

    private final List<Snapshot> looks;
    private final Map<String, String> after;
    private final Map<String, String> kindOfLine = new HashMap<>();

    /**
     * @param alone for each kind by name a window in which no other was sent, but for the steps before it
     * @param after the step before, for each kind that has one
     */
    KindsAtWork(List<Snapshot> looks, Map<String, Window> alone, Map<String, String> after) {
        this.looks = looks;
        this.after = after;
        alone.forEach((kind, window) -> {
            Set<String> lines = lines(window);
            Optional.ofNullable(after.get(kind)).map(alone::get).ifPresent(before -> lines.removeAll(lines(before)));
            lines.forEach(line -> kindOfLine.merge(line, kind, (one, other) -> one.equals(other) ? one : UNKNOWN));
        });
    }

    private Set<String> lines(Window window) {
        Set<String> lines = new HashSet<>();
        stacks(window)
                .values()
                .forEach(pool -> pool.keySet().stream()
                        .filter(Stack::isBusy)
                        .forEach(stack -> lines.addAll(Application.sites(stack))));
        return lines;
    }

    /** Mean holders by kind, of each pool by name and of each resource by id. */
    Map<String, Map<String, Double>> holders(Window window) {
        Map<String, Map<Stack, Double>> stacks = stacks(window);
        Waiters waiters = new Waiters(looks, window, Set.of(), SleepLines.NONE);
        StationIds ids = StationIds.of(OverTime.within(looks, window), stacks, waiters);
        Waits waits = new Waits(stacks, Map.of(), Map.of(), target -> false, waiters, ids);
        Map<String, Map<String, Double>> holders = new LinkedHashMap<>();
        stacks.forEach((pool, standing) -> holders.put(pool, byKind(standing)));
        new Resources(looks, window, waits).holders().forEach((id, standing) -> holders.put(id, byKind(standing)));
        return holders;
    }

    private Map<String, Double> byKind(Map<Stack, Double> standing) {
        Map<String, Double> sums = new HashMap<>();
        standing.forEach((stack, workers) -> {
            if (stack.isBusy()) {
                sums.merge(kind(stack), workers, Double::sum);
            }
        });
        return sums;
    }

    private String kind(Stack stack) {
        Set<String> kinds = Application.sites(stack).stream()
                .map(line -> kindOfLine.getOrDefault(line, UNKNOWN))
                .filter(kind -> !kind.equals(UNKNOWN))
                .collect(Collectors.toSet());
        // where steps have lines in common those are the first one's, and the later one's own line tells
        Set.copyOf(kinds).forEach(kind -> before(kind).forEach(kinds::remove));
        return kinds.size() == 1 ? kinds.iterator().next() : UNKNOWN;
    }

    private List<String> before(String kind) {
        return Stream.iterate(after.get(kind), Objects::nonNull, after::get).toList();
    }

    private Map<String, Map<Stack, Double>> stacks(Window window) {
        Map<String, Map<Stack, Double>> stacks = new LinkedHashMap<>();
        Track.all(Timeline.worthShowing(looks), looks, window)
                .forEach(track -> stacks.put(track.name(), track.stacks()));
        return stacks;
    }
}
