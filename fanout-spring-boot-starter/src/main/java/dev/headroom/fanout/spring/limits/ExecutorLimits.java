package dev.headroom.fanout.spring.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Task executors that are beans. Only those that were made already: a look must not make one. */
final class ExecutorLimits implements LimitSource {
    private final ConfigurableListableBeanFactory beans;

    ExecutorLimits(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public List<LimitReading> read() {
        List<LimitReading> readings = new ArrayList<>();
        MadeBeans.of(beans, ThreadPoolTaskExecutor.class).forEach((name, executor) -> {
            ThreadPoolExecutor pool = executor.getThreadPoolExecutor();
            // Threads beyond the core come when the queue is full: with one that never is, the core is all there is
            boolean endless = pool.getQueue().remainingCapacity() > Integer.MAX_VALUE / 2;
            readings.add(new LimitReading(
                    "executor." + name,
                    Kind.EXECUTOR,
                    endless ? pool.getCorePoolSize() : pool.getMaximumPoolSize(),
                    pool.getActiveCount(),
                    pool.getQueue().size(),
                    pool.getCompletedTaskCount(),
                    null,
                    null,
                    Map.of(
                            "queue",
                            endless
                                    ? "unbounded"
                                    : pool.getQueue().size() + pool.getQueue().remainingCapacity())));
        });
        return readings;
    }
}
