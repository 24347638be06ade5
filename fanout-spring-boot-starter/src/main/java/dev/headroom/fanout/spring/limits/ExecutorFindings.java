package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.Finding.Level;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Executors whose queue never fills: they never have more threads than their core, and work piles up unseen. */
final class ExecutorFindings implements FindingSource {
    private final ConfigurableListableBeanFactory beans;

    ExecutorFindings(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Stream<Finding> find() {
        return MadeBeans.of(beans, ThreadPoolTaskExecutor.class).entrySet().stream()
                .filter(entry -> entry.getValue().getQueueCapacity() == Integer.MAX_VALUE)
                .map(ExecutorFindings::finding);
    }

    private static Finding finding(Map.Entry<String, ThreadPoolTaskExecutor> executor) {
        boolean boots = executor.getKey().equals("applicationTaskExecutor");
        return new Finding(
                "executor-queue",
                Level.WARN,
                "the executor '" + executor.getKey() + "' has a queue without bound and so never more than its "
                        + executor.getValue().getCorePoolSize()
                        + " core threads: tasks wait without anybody being told",
                boots
                        ? "spring.task.execution.pool.queue-capacity=100, or spring.threads.virtual.enabled=true"
                        : "setQueueCapacity(100) where '" + executor.getKey() + "' is made");
    }
}
