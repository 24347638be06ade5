package dev.headroom.benchmarks.fanout.peers;

import com.google.mu.util.concurrent.Fanout;
import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.stream.IntStream;

/** Google's mug. It has two to five typed parts; for eight there is its {@code Parallelizer}. Neither has a deadline nor a bound per downstream. */
public final class MugFanout implements Composer {
    private final Work work;

    public MugFanout(Work work) {
        this.work = work;
    }

    @Override
    public int two() {
        return Fanout.concurrently(work::answerUnchecked, work::answerUnchecked, Integer::sum);
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

    @Override
    public int eight() throws InterruptedException {
        Integer[] answers = new Integer[8];
        Fanout.withUnlimitedConcurrency()
                .parallelize(IntStream.range(0, 8).boxed(), part -> answers[part] = work.answerUnchecked());
        int sum = 0;
        for (Integer answer : answers) {
            sum += answer;
        }
        return sum;
    }
}
