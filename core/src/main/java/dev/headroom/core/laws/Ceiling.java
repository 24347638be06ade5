package dev.headroom.core.laws;

import dev.headroom.core.model.Measure;

/**
 * The throughput at which a pool saturates: m / (V S), per second. It is the utilisation law solved for X at U = 1: m
 * workers can give m seconds of holding in a second, and a request takes V S of them.
 *
 * <p>Relative errors of V and S add in quadrature, which is right for small errors that do not depend on each other
 * (JCGM 100:2008, "Guide to the expression of uncertainty in measurement", 5.1.2).
 *
 * <p>Source: E. D. Lazowska, J. Zahorjan, G. S. Graham, K. C. Sevcik, "Quantitative System Performance", Prentice
 * Hall, 1984, chapter 5: X is at most 1 / D for the largest demand D, here D = V S / m.
 */
public final class Ceiling {

    private Ceiling() {}

    /** Requests per second; infinite where a request takes nothing of the pool. */
    public static double of(double workers, double visits, double holdingTime) {
        double demand = visits * holdingTime;
        return demand > 0 ? workers / demand : Double.POSITIVE_INFINITY;
    }

    /** The same with its error; the error is NaN where that of V or S is unknown. */
    public static Measure of(int workers, Measure visits, Measure holdingTime) {
        double value = of(workers, visits.value(), holdingTime.value());
        double relative = Math.hypot(visits.error() / visits.value(), holdingTime.error() / holdingTime.value());
        return new Measure(value, value * relative, "m / (V S)");
    }
}
