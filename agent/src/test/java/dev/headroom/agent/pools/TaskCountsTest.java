package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Set;
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

    private static final class Caller {
        long done(Own executor) {
            return executor.getCompletedTaskCount();
        }
    }

    @Test
    void whoAsksAnExecutorOfItsOwnClassIsFoundByThat() {
        assertThat(TaskCounts.askedBy(JDK, List.of(Caller.class))).isEmpty();
        assertThat(TaskCounts.askedBy(Set.of(Own.class.getName()), List.of(Caller.class)))
                .hasValue("getCompletedTaskCount");
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
        assertThat(TaskCounts.askedBy(JDK, List.of(Plain.class, Admission.class)))
                .hasValue("getCompletedTaskCount");
    }

    /** All at once, to the last frame: who gives a task is found from there. */
    @Test
    void ofManyWorkersSomeAreLookedAt() {
        List<Thread> threads = Collections.nCopies(2 * TaskCounts.MOST_STACKS, Thread.currentThread());
        List<StackTraceElement[]> stacks = TaskCounts.stacks(threads).toList();
        assertThat(stacks).hasSize(TaskCounts.MOST_STACKS);
        StackTraceElement[] own = Thread.currentThread().getStackTrace();
        assertThat(stacks.get(0)).endsWith(own[own.length - 1]);
    }

    @Test
    void whoGivesTasksAloneIsNot() {
        assertThat(TaskCounts.askedBy(JDK, List.of(Plain.class))).isEmpty();
        assertThat(TaskCounts.askedBy(JDK, List.of())).isEmpty();
    }
}
