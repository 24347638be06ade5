package dev.headroom.load;

import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.LoadResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts what becomes of one kind of request among several. */
final class KindRecorder {

    private final String name;
    private final double share;
    private final LatencyRecorder fromDue = new LatencyRecorder();
    private final Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    private long ended;
    private long succeeded;
    private double sum;
    private double squares;
    private final long zero;
    private final List<Long> perSecond = new ArrayList<>();

    /**
     * @param share of all requests that are sent, 0 to 1
     * @param zero the nanoTime at which second 0 begins
     */
    KindRecorder(String name, double share, long zero) {
        this.zero = zero;
        this.name = name;
        this.share = share;
    }

    void succeeded(Exchange exchange, long now) {
        ended++;
        succeeded++;
        fromDue.record(now - exchange.due);
        double took = (now - exchange.begun) / 1e9;
        sum += took;
        squares += took * took;
        int second = (int) Math.max(0, (now - zero) / 1_000_000_000);
        while (perSecond.size() <= second) {
            perSecond.add(0L);
        }
        perSecond.set(second, perSecond.get(second) + 1);
    }

    void failed(ErrorKind kind) {
        ended++;
        errors.merge(kind, 1L, Long::sum);
    }

    Counts.Kind counts() {
        return new Counts.Kind(share, succeeded, sum, squares);
    }

    LoadResult.Kind result() {
        return new LoadResult.Kind(name, ended, succeeded, errors, fromDue.latency(), perSecond);
    }
}
