package dev.headroom.probe.os.process;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What was read of one thing now and then, in the order in which it was added. */
public final class Readings<T> {

    /** An hour, at ten looks a second; the oldest go. */
    public static final int AN_HOUR = 36_000;

    private final ToDoubleFunction<T> at;
    private final int most;
    private final Deque<T> all = new ArrayDeque<>();

    /** @param at when one was read, seconds of the clock that windows are told by */
    public Readings(ToDoubleFunction<T> at) {
        this(at, Integer.MAX_VALUE);
    }

    /** @param most that are kept */
    public Readings(ToDoubleFunction<T> at, int most) {
        this.at = at;
        this.most = most;
    }

    /** The newest. Those of a later time go: the clock was set back since, and they would stand for what comes until then. */
    public void add(T reading) {
        while (!all.isEmpty() && at.applyAsDouble(all.getLast()) > at.applyAsDouble(reading)) {
            all.removeLast();
        }
        addInAnyOrder(reading);
    }

    /** One that may be older than others. */
    public void addInAnyOrder(T reading) {
        all.add(reading);
        if (all.size() > most) {
            all.removeFirst();
        }
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public Stream<T> all() {
        return all.stream();
    }

    public Stream<T> newestFirst() {
        return all.reversed().stream();
    }

    public List<T> within(Window window) {
        double from = Times.seconds(window.start());
        double to = Times.seconds(window.end());
        return all.stream()
                .filter(one -> at.applyAsDouble(one) >= from && at.applyAsDouble(one) <= to)
                .toList();
    }

    public void forget(double before) {
        all.removeIf(one -> at.applyAsDouble(one) < before);
    }
}
