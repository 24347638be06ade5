package dev.headroom.agent.moves;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Asks the parts of a pool again and again what each has too many: those that had some each time, all of them now and then, since a pool may have one for each tenant. What it takes is a small share of a
 * processor's time, however many parts there are.
 */
final class Parts {

    /** Between two times that all are asked. */
    private static final long ALL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Between two times that those are asked that had some. */
    private static final long SOME_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** It rests for so many times as long as it took, of all and of some: both use a tenth of a processor at the most. */
    private static final int REST = 19;

    /** So many cost next to nothing, and what is taken for them must not wait. */
    private static final int FEW = 32;

    private final LongSupplier clock;
    private final LongSupplier work;
    private final Supplier<? extends Collection<?>> all;
    private final ToLongFunction<Object> tooMany;
    private List<Object> some = List.of();
    private long nextAll;
    private long next;

    /**
     * @param clock as {@link System#nanoTime}
     * @param work nanoseconds of processor time of who asks: on a busy machine a round may last for long and cost little
     * @param all its parts now
     * @param tooMany of one of them
     */
    Parts(
            LongSupplier clock,
            LongSupplier work,
            Supplier<? extends Collection<?>> all,
            ToLongFunction<Object> tooMany) {
        this.clock = clock;
        this.work = work;
        this.all = all;
        this.tooMany = tooMany;
        nextAll = clock.getAsLong();
    }

    /** How many there are too many of those that are asked. Where none had any, all are asked. */
    long ask() {
        long begin = work.getAsLong();
        boolean asksAll = some.isEmpty() || clock.getAsLong() - nextAll >= 0;
        List<Object> found = new ArrayList<>();
        long sum = 0;
        for (Object part : asksAll ? all.get() : some) {
            long many = tooMany.applyAsLong(part);
            if (many > 0) {
                found.add(part);
                sum += many;
            }
        }
        some = found;
        long end = clock.getAsLong();
        long rest = REST * (work.getAsLong() - begin);
        if (asksAll) {
            nextAll = end + Math.max(ALL_NANOS, rest);
        }
        next = some.isEmpty()
                ? nextAll
                : end + (asksAll || found.size() <= FEW ? SOME_NANOS : Math.max(SOME_NANOS, rest));
        return sum;
    }

    /** Until they are to be asked again. */
    long restNanos() {
        return Math.max(0, next - clock.getAsLong());
    }
}
