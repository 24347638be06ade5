package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The application's lines at which threads sleep. A method by which all of the application sleeps says nothing of why: who sleeps there for a caller that had nobody sleep with one user
 * is told by that caller's line, so that waiting under load is told from what a request always takes. A line at which nobody sleeps with one user tells by itself, whoever calls it.
 */
final class SleepLines {

    /** Callers of callers; what is farther is the way of the request. */
    private static final int MOST = 4;

    static final SleepLines NONE = new SleepLines(List.of());

    /** Lines with those that called them, the nearest first, at which threads slept with one user. */
    private final Set<List<String>> alone = new HashSet<>();

    /** @param alone looks with one user */
    SleepLines(List<Snapshot> alone) {
        WaitedLooks.stacks(alone, pool -> true)
                .filter(stack -> stack.reading().activity() == Activity.SLEEPING)
                .map(SleepLines::way)
                .forEach(way ->
                        IntStream.rangeClosed(1, way.size()).forEach(length -> this.alone.add(way.subList(0, length))));
    }

    /** Of one that sleeps, the nearest at which nobody did with one user for the same callers; where somebody did at all, its own. */
    String line(Stack stack) {
        List<String> way = way(stack);
        return way.isEmpty()
                ? ""
                : IntStream.rangeClosed(1, way.size())
                        .filter(length -> !alone.contains(way.subList(0, length)))
                        .mapToObj(length -> way.get(length - 1))
                        .findFirst()
                        .orElse(way.getFirst());
    }

    private static List<String> way(Stack stack) {
        String site = Application.site(stack);
        return Application.sites(stack).stream()
                .dropWhile(line -> !line.equals(site))
                .limit(MOST)
                .toList();
    }
}
