package dev.headroom.probe.jvm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/** Looks at many things at once, of which some may never let go of who looks. */
final class Looking {

    /** At a time, few enough that none is late for the others alone; the threads of those that are late are left behind. */
    private static final int AT_ONCE = 8;

    private Looking() {}

    private record Look<T, R>(T at, FutureTask<Optional<R>> task, long begin) {}

    /**
     * In the order of those that are looked at.
     *
     * @param look empty where there is nothing to see
     * @param patience for each look
     * @param otherwise what is said of one that took longer, or failed
     */
    static <T, R> Stream<R> at(
            List<T> all, Function<T, Optional<R>> look, Duration patience, Function<T, Optional<R>> otherwise) {
        List<R> seen = new ArrayList<>();
        Deque<Look<T, R>> running = new ArrayDeque<>();
        for (T one : all) {
            if (running.size() == AT_ONCE) {
                end(running.remove(), patience, otherwise).ifPresent(seen::add);
            }
            FutureTask<Optional<R>> task = new FutureTask<>(() -> look.apply(one));
            Thread.ofPlatform().daemon().name("headroom-look").start(task);
            running.add(new Look<>(one, task, System.nanoTime()));
        }
        running.forEach(last -> end(last, patience, otherwise).ifPresent(seen::add));
        return seen.stream();
    }

    private static <T, R> Optional<R> end(Look<T, R> look, Duration patience, Function<T, Optional<R>> otherwise) {
        try {
            long left = patience.toNanos() - (System.nanoTime() - look.begin());
            return look.task().get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return otherwise.apply(look.at());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise.apply(look.at());
        }
    }
}
