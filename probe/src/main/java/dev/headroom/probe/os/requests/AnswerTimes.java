package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.TcpCounters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When answers went out: on each connection the kernel tells how long ago that was, in ticks of its clock. Of several answers on one since the look before, only the last is known. */
final class AnswerTimes {

    private static final int MOST = 4096;

    private final Deque<Double> times = new ArrayDeque<>();

    /** Segments that had gone out at the look before, by connection. */
    private Map<Long, Long> before = Map.of();

    /** @param at seconds of the clock that windows are told by */
    void look(double at, Collection<TcpCounters> now) {
        Map<Long, Long> out = new HashMap<>();
        for (TcpCounters one : now) {
            out.put(one.cookie(), one.out());
            if (one.out() > before.getOrDefault(one.cookie(), Long.MAX_VALUE)) {
                times.add(at - one.sinceSent() / 1e3);
            }
        }
        before = out;
        while (times.size() > MOST) {
            times.removeFirst();
        }
    }

    /** In order. */
    List<Double> within(double from, double to) {
        List<Double> within = new ArrayList<>(times);
        within.removeIf(time -> time < from || time > to);
        within.sort(null);
        return within;
    }

    void forget(double before) {
        times.removeIf(time -> time < before);
    }
}
