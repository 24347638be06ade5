package dev.headroom.core.model.load;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import java.time.Duration;

/**
 * A part of an open load in which the rate stays the same, or changes evenly from one to another.
 *
 * @param from rate at its start
 * @param to rate at its end
 */
public record Stage(Rate from, Rate to, Duration duration) {

    public static Stage constant(Rate rate, Duration duration) {
        return new Stage(rate, rate, duration);
    }

    public boolean isConstant() {
        return from.equals(to);
    }

    public double arrivals() {
        return arrivalsBy(Times.seconds(duration));
    }

    /** Expected arrivals in its first {@code seconds}: the integral of the rate. */
    double arrivalsBy(double seconds) {
        return seconds * (from.perSecond() + slope() * seconds / 2);
    }

    /** Seconds after its start at which so many arrivals are expected to have come: the inverse of {@link #arrivalsBy}. */
    double timeOf(double arrivals) {
        if (arrivals <= 0) {
            return 0;
        }
        double first = from.perSecond();
        // 2n / (a + sqrt(a² + 2sn)) solves n = at + st²/2 also where s is 0
        return 2 * arrivals / (first + Math.sqrt(Math.max(0, first * first + 2 * slope() * arrivals)));
    }

    /** Change of the rate, 1/s². */
    private double slope() {
        return (to.perSecond() - from.perSecond()) / Times.seconds(duration);
    }

    /** The same in that share of its time. */
    Stage lasting(double share) {
        return new Stage(from, to, Times.ofSeconds(share * Times.seconds(duration)));
    }
}
