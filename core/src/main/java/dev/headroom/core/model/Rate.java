package dev.headroom.core.model;

import java.time.Duration;

/** Events per second: arrivals, completions, a ceiling. */
public record Rate(double perSecond) implements Comparable<Rate> {

    public Rate {
        if (!(perSecond >= 0)) {
            throw new IllegalArgumentException("a rate is 0 or more per second, not " + perSecond);
        }
    }

    public static Rate perSecond(double perSecond) {
        return new Rate(perSecond);
    }

    /** The rate of {@code count} events spread over {@code time}; 0 over no time. */
    public static Rate of(double count, Duration time) {
        double seconds = Times.seconds(time);
        return new Rate(seconds == 0 ? 0 : count / seconds);
    }

    @Override
    public int compareTo(Rate other) {
        return Double.compare(perSecond, other.perSecond);
    }
}
