package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.Tasks;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskCountsTest {

    private static final Set<String> JDK = Set.of(ThreadPoolExecutor.class.getName());

    /** Whose callers need not name the JDK's. */
    private static final class Own extends ThreadPoolExecutor {
        Own() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }
    }

    /** As Tomcat's, which is no JDK executor. */
    private static final class Counting {
        long getCompletedTaskCount() {
            return 0;
        }
    }

    @Test
    void thatAPoolHasSuchACallIsNoQuestion() {
        assertThat(TaskCounts.harmBy(Set.of(Counting.class.getName()), List.of(Counting.class, Own.class)))
                .isEmpty();
    }

    private static final class Caller {
        long done(Own executor) {
            return executor.getCompletedTaskCount();
        }
    }

    @Test
    void whoAsksAnExecutorOfItsOwnClassIsFoundByThat() {
        assertThat(TaskCounts.harmBy(JDK, List.of(Caller.class))).isEmpty();
        assertThat(TaskCounts.harmBy(Set.of(Own.class.getName()), List.of(Caller.class)))
                .contains("getCompletedTaskCount");
    }

    /** Admits as many as are not done yet. */
    private static final class Admission {
        private long submitted;

        boolean admits(ThreadPoolExecutor executor) {
            return ++submitted - executor.getCompletedTaskCount() < 100;
        }
    }

    private static final class Plain {
        void run(ThreadPoolExecutor executor) {
            executor.execute(() -> {});
        }
    }

    @Test
    void whoReckonsWithWhatIsDoneIsFound() {
        assertThat(TaskCounts.harmBy(JDK, List.of(Plain.class, Admission.class)))
                .contains("getCompletedTaskCount");
    }

    /** Takes the executor for idle while tasks are at work beside its own. */
    private static final class Batch {
        void await(ThreadPoolExecutor executor) {
            while (executor.getActiveCount() > 0 || !executor.getQueue().isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void whoWaitsUntilNoneIsAtWorkIsFound() {
        assertThat(TaskCounts.harmBy(JDK, List.of(Batch.class))).contains("getActiveCount");
    }

    /** As Spring's, which hands on its executor's figures to whoever measures. */
    private static final class Wrapper {
        private final ThreadPoolExecutor executor = new Own();

        int getActiveCount() {
            return executor.getActiveCount();
        }
    }

    @Test
    void whoHandsThatOnIsAskedItself() {
        assertThat(TaskCounts.harmBy(JDK, List.of(Wrapper.class, Plain.class))).isEmpty();
    }

    /** All at once, to the last frame: who gives a task is found from there. */
    /** As a bean of management is that turns tasks away by what the executor tells. */
    static final class Managed {

        private final ThreadPoolExecutor executor;

        Managed(ThreadPoolExecutor executor) {
            this.executor = executor;
        }

        int getActiveCount() {
            return 0;
        }

        boolean admits() {
            return executor.getTaskCount() - executor.getCompletedTaskCount() < 20;
        }
    }

    @Test
    void whoAnswersOneQuestionMayAskAnother() {
        assertThat(TaskCounts.harmBy(JDK, List.of(Managed.class, Plain.class))).contains("TaskCount");
    }

    @Test
    void ofManyWorkersSomeAreLookedAt() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread worker = new AskedAlone(end);
        worker.start();
        try {
            List<Thread> threads = Collections.nCopies(2 * TaskCounts.MOST_STACKS, worker);
            List<StackTraceElement[]> stacks = TaskCounts.stacks(threads).toList();
            assertThat(stacks).hasSize(TaskCounts.MOST_STACKS);
            assertThat(stacks)
                    .allMatch(
                            frames -> frames[frames.length - 1].getMethodName().equals("run"));
        } finally {
            end.countDown();
            worker.join();
        }
    }

    /** Whose stack by itself would be one more safepoint. */
    private static final class AskedAlone extends Thread {

        private final CountDownLatch end;
        private final CountDownLatch runs = new CountDownLatch(1);

        AskedAlone(CountDownLatch end) {
            this.end = end;
        }

        @Override
        public void start() {
            super.start();
            try {
                runs.await();
            } catch (InterruptedException e) {
                interrupt();
            }
        }

        @Override
        public void run() {
            runs.countDown();
            Tasks.await(end);
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new AssertionError("asked for its stack alone");
        }
    }

    @Test
    void whoGivesTasksAloneIsNot() {
        assertThat(TaskCounts.harmBy(JDK, List.of(Plain.class))).isEmpty();
    }

    @Test
    void whoWasNotSeenMayAsk() {
        assertThat(TaskCounts.harmBy(JDK, List.of())).contains("none of its threads was seen");
    }

    /** No list of the JVM's threads has these. */
    @Test
    void theStacksOfVirtualWorkersAreSeen() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), ThreadBoundTest.virtual());
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        pool.submit(() -> {
            begun.countDown();
            end.await();
            return null;
        });
        try {
            begun.await();
            assertThat(TaskCounts.stacks(Owners.workers(pool)))
                    .singleElement()
                    .satisfies(frames -> assertThat(frames)
                            .anyMatch(frame -> frame.getClassName().equals(TaskCountsTest.class.getName())));
        } finally {
            end.countDown();
            pool.shutdown();
        }
    }
}
