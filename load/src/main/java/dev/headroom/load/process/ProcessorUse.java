package dev.headroom.load.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What processes have used of the processors since a moment that may become known late, by looks one after the other. However many looks there are, few are kept:
 * until that moment is known evenly spread ones, and then the one before it and the last.
 */
final class ProcessorUse {

    /** Looks that are kept at most: between two of them lies a few percent of the time that has passed. */
    static final int MOST = 64;

    private final List<Look> looks = new ArrayList<>();
    private Look before;
    private Look last;
    private boolean begun;
    private double busiest;

    /** Of so many looks one is kept. */
    private int stride = 1;

    private long count;

    /**
     * What they had used by then.
     *
     * @param at a {@link System#nanoTime}
     * @param threads seconds of each that runs
     */
    record Look(long at, Duration cpu, Map<String, Double> threads) {}

    /** @param start when they had used nothing */
    ProcessorUse(long start) {
        before = new Look(start, Duration.ZERO, Map.of());
        last = before;
        looks.add(before);
    }

    void add(Look look) {
        last = look;
        busiest = Math.max(busiest, since(before, look));
        count++;
        if (begun || count % stride != 0) {
            return;
        }
        looks.add(look);
        if (looks.size() > MOST) {
            List<Look> all = List.copyOf(looks);
            looks.clear();
            for (int i = 0; i < all.size(); i += 2) {
                looks.add(all.get(i));
            }
            stride *= 2;
        }
    }

    /** What they use counts from then on, which may be over. */
    void begin(long at) {
        before = looks.stream()
                .filter(look -> look.at() <= at)
                .reduce((one, next) -> next)
                .orElse(looks.getFirst());
        busiest = looks.stream()
                .filter(look -> look.at() > at)
                .mapToDouble(look -> since(before, look))
                .reduce(since(before, last), Math::max);
        begun = true;
        looks.clear();
    }

    /** What they use counts from the last look on, and no longer from before. */
    void again() {
        before = last;
        busiest = 0;
    }

    Look last() {
        return last;
    }

    /** Processor time since it began to count. */
    Duration cpu() {
        return last.cpu().minus(before.cpu());
    }

    /** Processor seconds of the busiest thread since, also of one that has ended. */
    double busiest() {
        return busiest;
    }

    /** How many looks are kept. */
    int kept() {
        return looks.size();
    }

    private static double since(Look before, Look look) {
        return look.threads().entrySet().stream()
                .mapToDouble(thread -> thread.getValue() - before.threads().getOrDefault(thread.getKey(), 0.0))
                .max()
                .orElse(0);
    }
}
