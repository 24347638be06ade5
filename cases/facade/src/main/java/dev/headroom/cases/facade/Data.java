package dev.headroom.cases.facade;

import java.time.Duration;
import java.util.IntSummaryStatistics;

/**
 * What the service answers.
 *
 * @param statistics over the times that the external service gave, in milliseconds
 * @param spentTime from the begin of the first call to the end of the last, in milliseconds
 */
record Data(Statistics statistics, long spentTime) {

    static Data of(IntSummaryStatistics times, long startNanos) {
        return new Data(
                new Statistics(times.getCount(), times.getSum(), times.getMin(), times.getMax(), times.getAverage()),
                Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
    }

    record Statistics(long count, long sum, int min, int max, double average) {}
}
