package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Which long waits ended while threads were watched. Who stands since one and the same instant is counted in each look: where they have become fewer, some
 * have gone on.
 */
final class Ended {

    /** Of looks (0 to 1). */
    private static final double MOST = 0.5;

    private record Kind(String pool, Activity activity) {

        static Kind of(Standing one) {
            return new Kind(one.pool(), one.stack().reading().activity());
        }
    }

    private record Begun(Kind kind, Instant since) {}

    private final Map<Kind, Duration> longest = new HashMap<>();

    /** Those in which everyone is noted who has not moved since the first. */
    private final List<Snapshot> settled;

    /**
     * @param looks in order
     * @param from when what matters begins
     */
    Ended(List<Snapshot> looks, Instant from) {
        Instant first = looks.getFirst().at();
        settled = looks.stream()
                .filter(look -> !look.at().isBefore(from) && !look.at().isBefore(first.plus(Snapshot.NOTED)))
                .toList();
        Map<Begun, Long> before = Map.of();
        Instant at = first;
        for (Snapshot look : looks) {
            Map<Begun, Long> now = look.standing().stream()
                    .collect(Collectors.groupingBy(one -> new Begun(Kind.of(one), one.since()), Collectors.counting()));
            Instant until = at;
            before.forEach((begun, threads) -> {
                if (now.getOrDefault(begun, 0L) < threads) {
                    longest.merge(
                            begun.kind(),
                            Duration.between(begun.since(), until),
                            BinaryOperator.maxBy(Comparator.naturalOrder()));
                }
            });
            before = now;
            at = look.at();
        }
    }

    /** How long the longest wait of its pool and kind took at least that did end; zero where none is known. */
    Duration longest(Standing one) {
        return longest.getOrDefault(Kind.of(one), Duration.ZERO);
    }

    /** Whether its pool mostly had busy workers besides those who stand, and those who wait as they do since not so long ago. */
    boolean othersGoOn(Standing one) {
        return !settled.isEmpty()
                && settled.stream().filter(look -> goesOn(one.pool(), look)).count() >= MOST * settled.size();
    }

    private static boolean goesOn(String pool, Snapshot look) {
        Set<List<String>> stands = look.standing().stream()
                .filter(one -> one.pool().equals(pool))
                .map(one -> one.stack().frames())
                .collect(Collectors.toSet());
        return look.pools().stream()
                .filter(one -> one.name().equals(pool))
                .flatMap(one -> one.stacks().keySet().stream())
                .anyMatch(stack -> stack.isBusy() && !stands.contains(stack.frames()));
    }
}
