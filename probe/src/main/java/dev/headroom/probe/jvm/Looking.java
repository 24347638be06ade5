package dev.headroom.probe.jvm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Looks at many things at once, of which some may never let go of who looks. An owner of whom {@link #MOST_LATE} were late is not looked at any
 * more, nor anybody once {@link #MOST_LATE_OF_ALL} were: so many threads are left behind at most, and {@link #AT_ONCE} more.
 */
final class Looking<T, R> {

    /** At a time, few enough that none is late for the others alone; the threads of those that are late are left behind. */
    static final int AT_ONCE = 8;

    /** A disk that is gone may hold up a few; whoever has more of them means to. */
    static final int MOST_LATE = 4;

    private static final int MOST_LATE_OF_ALL = 32;

    /** All looks together take no longer than so many that are late, one after the other. */
    private static final int MOST_TOGETHER = 12;

    private final Function<T, Object> owner;
    private final Duration patience;
    private final Map<Object, Integer> late = new HashMap<>();
    private final long end;
    private int lateOfAll;

    private record Look<R>(int at, FutureTask<Optional<R>> task, long begin) {}

    private Looking(Function<T, Object> owner, Duration patience) {
        this.owner = owner;
        this.patience = patience;
        end = System.nanoTime() + MOST_TOGETHER * patience.toNanos();
    }

    /**
     * In the order of those that are looked at.
     *
     * @param owner whose it is
     * @param look empty where there is nothing to see
     * @param patience for each look
     * @param otherwise what is said of one that took longer, failed, or was not looked at for the others of its owner
     */
    static <T, R> Stream<R> at(
            List<T> all,
            Function<T, Object> owner,
            Function<T, Optional<R>> look,
            Duration patience,
            Function<T, Optional<R>> otherwise) {
        return new Looking<T, R>(owner, patience).at(all, look, otherwise);
    }

    private Stream<R> at(List<T> all, Function<T, Optional<R>> look, Function<T, Optional<R>> otherwise) {
        List<Optional<R>> seen = new ArrayList<>(Collections.nCopies(all.size(), Optional.empty()));
        Deque<Look<R>> running = new ArrayDeque<>();
        for (int at = 0; at < all.size(); at++) {
            if (running.size() == AT_ONCE) {
                end(running.remove(), all, otherwise, seen);
            }
            T one = all.get(at);
            if (isGivenUp(one)) {
                seen.set(at, otherwise.apply(one));
                continue;
            }
            FutureTask<Optional<R>> task = new FutureTask<>(() -> look.apply(one));
            Thread.ofPlatform().daemon().name("headroom-look").start(task);
            running.add(new Look<>(at, task, System.nanoTime()));
        }
        running.forEach(last -> end(last, all, otherwise, seen));
        return seen.stream().flatMap(Optional::stream);
    }

    private boolean isGivenUp(T one) {
        return lateOfAll >= MOST_LATE_OF_ALL
                || System.nanoTime() - end > 0
                || late.getOrDefault(owner.apply(one), 0) >= MOST_LATE;
    }

    private void end(Look<R> look, List<T> all, Function<T, Optional<R>> otherwise, List<Optional<R>> seen) {
        T one = all.get(look.at());
        try {
            long now = System.nanoTime();
            long left = Math.min(look.begin() + patience.toNanos() - now, end - now);
            seen.set(look.at(), look.task().get(left, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            lateOfAll++;
            late.merge(owner.apply(one), 1, Integer::sum);
            seen.set(look.at(), otherwise.apply(one));
        } catch (ExecutionException e) {
            seen.set(look.at(), otherwise.apply(one));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            seen.set(look.at(), otherwise.apply(one));
        }
    }
}
