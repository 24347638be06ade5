package dev.headroom.probe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupingTest {

    private final Map<Long, String> owned = new HashMap<>();
    private final Grouping grouping = new Grouping(owned::put);

    /** A thread that is never seen at rest never shows the end of its stack. */
    @ParameterizedTest
    @CsvSource({
        "ForkJoinPool.commonPool-worker-7, common-pool, FORK_JOIN",
        "http-nio-8080-exec-12, tomcat-8080, SERVLET_WORKERS",
        "XNIO-1 task-3, XNIO-1 task, SERVLET_WORKERS"
    })
    void aThreadWhoseStackIsCutIsOfThePoolThatItsNameTells(String thread, String pool, StationKind kind) {
        Stack cut = new Stack(
                Thread.State.RUNNABLE, "", List.of("sun.nio.ch.Net.poll", "example.Shop.call", "example.Shop.work"));
        assertThat(grouping.name(new SeenThread(7, thread, cut))).isEqualTo(new PoolNames.Named(pool, kind));
        assertThat(owned).containsEntry(7L, pool);
    }
}
