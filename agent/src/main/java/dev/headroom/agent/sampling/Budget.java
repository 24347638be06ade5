package dev.headroom.agent.sampling;

import java.util.concurrent.ThreadLocalRandom;

/**
 * When to look next. The mean interval is {@link #SHORTEST_NANOS}, or so long that looking stays within the budget:
 * interval = cost of a look / budget; the first looks may take somewhat more. Intervals are uniform on half to one and a half times the
 * mean, never periodic, so that a periodic service is not always met at the same point.
 */
public final class Budget {

    private static final double SHORTEST_NANOS = 100e6;

    /** An interval at which even a short run is seen often enough, so what a look may cost is aimed at it. */
    private static final double WANTED_NANOS = 250e6;

    private static final double LONGEST_NANOS = 5e9;

    /** In a JVM that others wait for, the interval is what the budget says: a look at a million virtual threads may take 0.2 s. */
    private static final double LONGEST_IN_SERVICE_NANOS = 30e9;

    /** Looks there that come at least once a second though they are dear, so that the first seconds tell something. */
    private static final int FIRST = 8;

    /** Of a second of all cores (0 to 1), what a look there may take that comes once a second for longer, though by more than the budget: a small JVM has little of that, and of rarer looks a window has too few. */
    private static final double CHEAP = 0.03;

    /** Above that looks are rare: of a window of 5 s there are fewer than three, which tell nothing. */
    private static final double RARE_NANOS = 1.6e9;

    /** The first looks, of which a short run has few: they may come sooner than the budget has it. */
    private static final int EAGER = 200;

    /** What those may take, over the budget. */
    private static final double MORE = 1.4;

    private static final double LONGEST_WHILE_EAGER_NANOS = 1e9;

    /** Weight of the newest cost where looks become dearer: one that was interrupted says little. */
    private static final double RISING = 0.3;

    /** And where they become cheaper: the first looks run uncompiled code and must be forgotten soon. */
    private static final double FALLING = 0.7;

    private final double machine;
    private final boolean service;
    private final double cores;
    private double cost;
    private int looks;

    /**
     * @param share of the machine that looks may take
     * @param machine cores that it has
     * @param service whether the JVM ran before, and others wait for it: then no interval is shorter than the budget has it, but for the first looks
     */
    public Budget(double share, double machine, boolean service) {
        this.machine = machine;
        this.service = service;
        cores = share * machine;
    }

    double machine() {
        return machine;
    }

    /** What was looked until now was to get code compiled, and is not counted. */
    void rehearsed() {
        looks = 0;
    }

    void spent(double nanos) {
        looks++;
        double newest = nanos < cost ? FALLING : RISING;
        cost = cost == 0 ? nanos : newest * nanos + (1 - newest) * cost;
    }

    /**
     * How many stacks a look may take so that looks stay {@link #WANTED_NANOS} apart.
     *
     * @param fixed what it costs besides, ns
     * @param price of one stack, ns; 0 where it is not known yet
     */
    int affordable(double fixed, double price, int least, int most) {
        double count = price > 0 ? (WANTED_NANOS * cores - fixed) / price : least;
        return (int) Math.max(least, Math.min(most, count));
    }

    double meanNanos() {
        boolean eager = looks < EAGER;
        double longest = looks < (service && cost > CHEAP * machine * 1e9 ? FIRST : EAGER)
                ? LONGEST_WHILE_EAGER_NANOS
                : service ? LONGEST_IN_SERVICE_NANOS : LONGEST_NANOS;
        return Math.min(longest, Math.max(SHORTEST_NANOS, cost / (eager ? MORE * cores : cores)));
    }

    /** Whether looks are so dear that they come seldom. */
    boolean areRare() {
        return meanNanos() > RARE_NANOS;
    }

    /** What a look costs lately, ns. */
    double cost() {
        return cost;
    }

    public long nextNanos() {
        return (long) (meanNanos() * ThreadLocalRandom.current().nextDouble(0.5, 1.5));
    }
}
