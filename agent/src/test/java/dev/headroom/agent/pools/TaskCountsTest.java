package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

class TaskCountsTest {

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
        assertThat(TaskCounts.askedBy(List.of(Plain.class, Admission.class))).hasValue("getCompletedTaskCount");
    }

    @Test
    void whoGivesTasksAloneIsNot() {
        assertThat(TaskCounts.askedBy(List.of(Plain.class))).isEmpty();
        assertThat(TaskCounts.askedBy(List.of())).isEmpty();
    }
}
