package dev.headroom.probe.watch;

import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.watch.ConstantHolders.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs of lines after the one at which others wait: who stands in the right one holds what they wait for. Which lines take and give back is not known, so each run is tried, and the one with the steadiest
 * count is it.
 *
 * @param bound that counts show, look by look; empty where they show none
 */
record LineRuns(List<Snapshot> looks, Function<double[], OptionalInt> bound) {

    /** A method with more lines than that is no wrapper around a gate. */
    private static final int MOST_LINES = 24;

    /** Runs of so many lines. */
    static final int TRIED = MOST_LINES * (MOST_LINES + 1) / 2;

    /** Those who stand in that method after the line at which others wait, by line. */
    static Map<Stack, Integer> after(String method, Set<Stack> waiting, Set<Stack> busy) {
        Set<Integer> atTheWait = atTheWait(method, waiting);
        OptionalInt first = atTheWait.stream().mapToInt(line -> line).min();
        Map<Stack, Integer> lines = new HashMap<>();
        busy.forEach(stack -> stack.line(method).ifPresent(line -> {
            if (line > first.orElse(0) && !atTheWait.contains(line)) {
                lines.put(stack, line);
            }
        }));
        return lines;
    }

    static Set<Integer> atTheWait(String method, Set<Stack> waiting) {
        return waiting.stream()
                .flatMap(stack -> stack.line(method).stream().boxed())
                .collect(Collectors.toSet());
    }

    Optional<Found> within(String method, Set<Stack> waiting, Set<Stack> busy) {
        Map<Stack, Integer> lines = after(method, waiting, busy);
        int[] sorted = sorted(lines);
        if (sorted.length == 0 || sorted.length > MOST_LINES) {
            return Optional.empty();
        }
        double[][] counts = IntStream.of(sorted)
                .mapToObj(line -> counts(between(lines, line, line)))
                .toArray(double[][]::new);
        Found best = null;
        for (int from = 0; from < sorted.length; from++) {
            double[] sums = new double[looks.size()];
            for (int to = from; to < sorted.length; to++) {
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += counts[to][i];
                }
                OptionalInt most = bound.apply(sums);
                double share = most.isPresent() ? CountBound.reached(most.getAsInt(), sums) : 0;
                // of two as steady the longer run: a line that is passed in a moment belongs to it
                if (most.isPresent() && (best == null || share >= best.share())) {
                    best = new Found(most.getAsInt(), share, between(lines, sorted[from], sorted[to]));
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Where several methods take the same, each for a while, as two queries of one request do: those past the wait in any of them, in each up to one of its lines. */
    Stream<Found> together(Set<Stack> waiting, Set<Stack> busy) {
        return WaitedLooks.callersByDepth(waiting.stream()
                        .filter(stack -> stack.state() != Thread.State.BLOCKED)
                        .toList())
                .filter(methods -> methods.size() > 1)
                .flatMap(methods -> steadiest(methods, waiting, busy).stream());
    }

    private Optional<Found> steadiest(Set<String> methods, Set<Stack> waiting, Set<Stack> busy) {
        List<Map<Stack, Integer>> each = methods.stream()
                .map(method -> after(method, waiting, busy))
                .filter(lines -> !lines.isEmpty())
                .toList();
        double combinations =
                each.stream().mapToDouble(lines -> sorted(lines).length).reduce(1, (all, more) -> all * more);
        return each.size() < 2 || combinations > TRIED
                ? Optional.empty()
                : unions(each)
                        .flatMap(past -> found(past).stream())
                        .max(Comparator.comparingDouble(Found::share)
                                .thenComparingInt(found -> found.holders().size()));
    }

    private static Stream<Set<Stack>> unions(List<Map<Stack, Integer>> each) {
        List<Set<Stack>> unions = List.of(Set.of());
        for (Map<Stack, Integer> lines : each) {
            List<Set<Stack>> more = new ArrayList<>();
            for (Set<Stack> one : unions) {
                for (int line : sorted(lines)) {
                    Set<Stack> union = new HashSet<>(one);
                    union.addAll(between(lines, 0, line));
                    more.add(union);
                }
            }
            unions = more;
        }
        return unions.stream();
    }

    Optional<Found> found(Set<Stack> past) {
        double[] counts = counts(past);
        return bound.apply(counts).stream()
                .mapToObj(most -> new Found(most, CountBound.reached(most, counts), past))
                .findFirst();
    }

    /** How many stood so, look by look. */
    double[] counts(Set<Stack> which) {
        return looks.stream().mapToDouble(look -> look.workers(which::contains)).toArray();
    }

    private static int[] sorted(Map<Stack, Integer> lines) {
        return new TreeSet<>(lines.values()).stream().mapToInt(line -> line).toArray();
    }

    private static Set<Stack> between(Map<Stack, Integer> lines, int from, int to) {
        return lines.entrySet().stream()
                .filter(line -> line.getValue() >= from && line.getValue() <= to)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
