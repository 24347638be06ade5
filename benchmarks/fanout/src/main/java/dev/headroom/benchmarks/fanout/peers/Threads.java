package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.concurrent.TimeoutException;

/** The floor: a virtual thread for each part, and the caller waits for one after the other. No failure, no name, no bound. */
public class Threads implements Composer {
    private final Work work;

    public Threads(Work work) {
        this.work = work;
    }

    @Override
    public int four() throws Exception {
        Integer[] answers = new Integer[PARTS];
        Thread[] threads = new Thread[PARTS];
        for (int i = 0; i < PARTS; i++) {
            int part = i;
            threads[part] = Thread.ofVirtual().start(() -> answers[part] = work.answerUnchecked());
        }
        int sum = 0;
        for (int i = 0; i < PARTS; i++) {
            await(threads[i]);
            sum += answers[i];
        }
        return sum;
    }

    void await(Thread thread) throws InterruptedException, TimeoutException {
        thread.join();
    }

    /** The same, and no wait is without end: each arms a timer of the JDK where the thread has not ended yet. */
    public static final class WithDeadline extends Threads {
        public WithDeadline(Work work) {
            super(work);
        }

        @Override
        void await(Thread thread) throws InterruptedException, TimeoutException {
            if (!thread.join(Work.DEADLINE)) {
                throw new TimeoutException();
            }
        }
    }
}
