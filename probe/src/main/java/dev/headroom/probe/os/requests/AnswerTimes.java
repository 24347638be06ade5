package dev.headroom.probe.os.requests;

import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.Readings;
import dev.headroom.probe.os.sockets.TcpCounters;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When answers went out: on each connection the kernel tells how long ago that was, in ticks of its clock. Data that goes out answers what came in since the last answer; what goes out unasked, as the events of a
 * stream do, answers nothing. Of several answers on one connection since the look before, only the last is known.
 */
final class AnswerTimes {

    private static final int MOST = 4096;
    private static final Kept NEW = new Kept(0, 0);

    private final Readings<Double> times = new Readings<>(Double::doubleValue, MOST);

    private Map<Long, Kept> before = Map.of();
    private boolean first = true;

    /**
     * A connection at the look before.
     *
     * @param out segments that had gone out
     * @param answered segments that had come in at its last answer
     */
    private record Kept(long out, long answered) {}

    /** @param at seconds of the clock that windows are told by */
    void look(double at, Collection<TcpCounters> now) {
        Map<Long, Kept> next = new HashMap<>();
        for (TcpCounters one : now) {
            Kept known = before.getOrDefault(one.cookie(), first ? new Kept(one.out(), one.in()) : NEW);
            boolean answers = one.out() > known.out() && one.in() > known.answered();
            if (answers) {
                times.addInAnyOrder(at - one.sinceSent() / 1e3);
            }
            next.put(one.cookie(), new Kept(one.out(), answers ? one.in() : known.answered()));
        }
        before = next;
        first = false;
    }

    /** In order. */
    List<Double> within(Window window) {
        return times.within(window).stream().sorted().toList();
    }

    void forget(double before) {
        times.forget(before);
    }
}
