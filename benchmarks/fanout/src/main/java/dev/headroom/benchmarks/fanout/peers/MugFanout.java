package dev.headroom.benchmarks.fanout.peers;

import com.google.mu.util.concurrent.Fanout;
import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;

/** Google's mug. It has no deadline and no bound per downstream. */
public final class MugFanout implements Composer {
    private final Work work;

    public MugFanout(Work work) {
        this.work = work;
    }

    @Override
    public int four() {
        return Fanout.concurrently(
                work::answerUnchecked,
                work::answerUnchecked,
                work::answerUnchecked,
                work::answerUnchecked,
                (a, b, c, d) -> a + b + c + d);
    }
}
