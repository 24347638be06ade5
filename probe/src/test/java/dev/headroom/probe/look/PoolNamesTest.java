package dev.headroom.probe.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.PoolKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolNamesTest {

    @ParameterizedTest
    @CsvSource({
        "http-nio-8888-exec-12, tomcat-8888, SERVLET_WORKERS",
        "https-jsse-nio-127.0.0.1-8443-exec-3, tomcat-8443, SERVLET_WORKERS",
        "http-nio-auto-1-40123-exec-1, tomcat-40123, SERVLET_WORKERS",
        "ForkJoinPool.commonPool-worker-7, common-pool, FORK_JOIN",
        "pool-2-thread-7, pool-2, EXECUTOR",
        "own-pool-17, own-pool, EXECUTOR",
        "task-3, task, EXECUTOR"
    })
    void aPoolIsNamedAsItsReaderKnowsIt(String thread, String name, PoolKind kind) {
        assertThat(PoolNames.executor("java.util.concurrent.ThreadPoolExecutor", thread, false))
                .isEqualTo(new PoolNames.Named(name, kind));
    }

    @Test
    void aForkJoinPoolOfTheApplicationIsNamedByItsThreads() {
        assertThat(PoolNames.executor("java.util.concurrent.ForkJoinPool", "ForkJoinPool-1-worker-3", false))
                .isEqualTo(new PoolNames.Named("ForkJoinPool-1", PoolKind.FORK_JOIN));
    }
}
