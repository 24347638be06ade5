package dev.headroom.core.model.load;

import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long a user pauses after a response: always the same, or drawn anew for each pause. Laws use the mean. */
public sealed interface ThinkTime {

    ThinkTime NONE = new Fixed(Duration.ZERO);

    Duration mean();

    /** One pause, nanoseconds. */
    long nanos(RandomGenerator random);

    record Fixed(Duration mean) implements ThinkTime {
        @Override
        public long nanos(RandomGenerator random) {
            return mean.toNanos();
        }
    }

    /** Exponential: without memory, so that users who start together do not stay together. */
    record Exponential(Duration mean) implements ThinkTime {
        @Override
        public long nanos(RandomGenerator random) {
            return Math.round(mean.toNanos() * random.nextExponential());
        }
    }

    /** Any time between two, each as likely. */
    record Uniform(Duration least, Duration most) implements ThinkTime {
        public Uniform {
            if (least.compareTo(most) > 0) {
                throw new IllegalArgumentException("a pause of at least " + least + " and at most " + most);
            }
        }

        @Override
        public Duration mean() {
            return least.plus(most).dividedBy(2);
        }

        @Override
        public long nanos(RandomGenerator random) {
            return least.toNanos()
                    + Math.round(random.nextDouble() * most.minus(least).toNanos());
        }
    }

    /** Log-normal, as pauses of people often are: half of them below the median, one in twenty beyond {@code p95}. */
    record LogNormal(Duration median, Duration p95) implements ThinkTime {

        /** The 95 % point of the standard normal distribution. */
        private static final double NORMAL_P95 = 1.644854;

        public LogNormal {
            if (!median.isPositive() || median.compareTo(p95) > 0) {
                throw new IllegalArgumentException("a median of " + median + " and a 95th percentile of " + p95);
            }
        }

        @Override
        public Duration mean() {
            double sigma = sigma();
            return Times.ofSeconds(Times.seconds(median) * Math.exp(sigma * sigma / 2));
        }

        @Override
        public long nanos(RandomGenerator random) {
            return Math.round(median.toNanos() * Math.exp(sigma() * random.nextGaussian()));
        }

        private double sigma() {
            return Math.log(Times.seconds(p95) / Times.seconds(median)) / NORMAL_P95;
        }
    }
}
