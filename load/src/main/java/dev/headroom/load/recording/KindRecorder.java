package dev.headroom.load.recording;

import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import java.util.ArrayList;
import java.util.List;

/** Counts what becomes of one kind of request among several. */
final class KindRecorder extends Tally {

    private final String name;
    private final long zero;
    private final List<Long> perSecond = new ArrayList<>();

    /** @param zero the nanoTime at which second 0 begins */
    KindRecorder(String name, long zero) {
        this.name = name;
        this.zero = zero;
    }

    @Override
    void succeeded(long due, long begun, long now) {
        super.succeeded(due, begun, now);
        int second = (int) Math.max(0, (now - zero) / 1_000_000_000);
        while (perSecond.size() <= second) {
            perSecond.add(0L);
        }
        perSecond.set(second, perSecond.get(second) + 1);
    }

    /** @param share of all requests that are sent, 0 to 1 */
    Counts.Kind counts(double share) {
        return new Counts.Kind(share, succeeded(), seconds(), squares());
    }

    LoadResult.Kind result(Latency latency) {
        return new LoadResult.Kind(name, ended(), succeeded(), errors(), latency, perSecond);
    }
}
