package dev.headroom.load.k6;

import dev.headroom.load.recording.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * When one part of a load was at work.
 *
 * @param begun requests that began in each second since the epoch; none where it began none
 * @param users in each second in which it said how many it had
 * @param holes in which nothing of it is there, between its first sign of life and its last
 */
public record Activity(NavigableMap<Long, Long> begun, NavigableMap<Long, Long> users, List<Hole> holes) {

    /** So many whole seconds of nothing are a hole; one may lie between two of the rows that k6 writes once a second. */
    private static final long SHORTEST = 2;

    private static final long MICROS = 1_000_000;

    /**
     * Whole seconds without anything.
     *
     * @param from second since the epoch
     */
    public record Hole(long from, long seconds) {}

    /** Requests that began in a hole of another part. */
    long begunIn(Hole hole) {
        return begun.subMap(hole.from(), hole.from() + hole.seconds()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The most users in that second or the next, by what it said last. */
    long usersAround(long second) {
        return Math.max(said(second), said(second + 1));
    }

    private long said(long second) {
        Map.Entry<Long, Long> said = users.floorEntry(second);
        return said == null ? 0 : said.getValue();
    }

    /** The longest time in which it began nothing, between its first request and its last, some part of a second more or less; 0 where it began one in each second. */
    long longestPauseSeconds() {
        return begun.keySet().stream()
                .mapToLong(second -> Objects.requireNonNullElse(begun.higherKey(second), second) - second)
                .filter(pause -> pause > 1)
                .max()
                .orElse(0);
    }

    /** Takes what is read of a part, in any order. */
    static final class Watch {
        private final NavigableMap<Long, Long> begun = new TreeMap<>();
        private final NavigableMap<Long, Long> users = new TreeMap<>();

        /** By how many more signs of life there are from that second on. */
        private final NavigableMap<Long, Integer> changes = new TreeMap<>();

        void request(Sample sample) {
            begun.merge(second(sample.startMicros()), 1L, Long::sum);
            span(second(sample.startMicros()), second(sample.endMicros()));
        }

        /** k6 says once a second how many users it has. */
        void alive(long second, long users) {
            this.users.merge(second, users, Math::max);
            span(second, second);
        }

        private void span(long from, long to) {
            changes.merge(from, 1, Integer::sum);
            changes.merge(to + 1, -1, Integer::sum);
        }

        private static long second(long micros) {
            return Math.floorDiv(micros, MICROS);
        }

        Activity seen() {
            List<Hole> holes = new ArrayList<>();
            int signs = 0;
            for (Map.Entry<Long, Integer> change : changes.entrySet()) {
                signs += change.getValue();
                Long next = changes.higherKey(change.getKey());
                if (signs == 0 && next != null && next - change.getKey() >= SHORTEST) {
                    holes.add(new Hole(change.getKey(), next - change.getKey()));
                }
            }
            return new Activity(begun, users, holes);
        }
    }
}
