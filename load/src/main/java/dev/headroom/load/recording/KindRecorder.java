package dev.headroom.load.recording;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.http.Exchange;
import java.util.ArrayList;
import java.util.List;

/** Counts what becomes of one kind of request among several. */
final class KindRecorder {

    private final String name;
    private final double share;
    private final long zero;
    private final Tally tally = new Tally();
    private final List<Long> perSecond = new ArrayList<>();

    /**
     * @param share of all requests that are sent, 0 to 1
     * @param zero the nanoTime at which second 0 begins
     */
    KindRecorder(String name, double share, long zero) {
        this.name = name;
        this.share = share;
        this.zero = zero;
    }

    void succeeded(Exchange exchange, long now) {
        tally.succeeded(exchange, now);
        int second = (int) Math.max(0, (now - zero) / 1_000_000_000);
        while (perSecond.size() <= second) {
            perSecond.add(0L);
        }
        perSecond.set(second, perSecond.get(second) + 1);
    }

    void failed(Exchange exchange, ErrorKind kind, long now) {
        tally.failed(exchange, kind, now);
    }

    void unfinished(Exchange exchange, long now) {
        tally.unfinished(exchange.due, now);
    }

    Counts.Kind counts() {
        return new Counts.Kind(share, tally.succeeded(), tally.seconds(), tally.squares());
    }

    LoadResult.Kind result() {
        return new LoadResult.Kind(name, tally.ended(), tally.succeeded(), tally.errors(), tally.latency(), perSecond);
    }
}
