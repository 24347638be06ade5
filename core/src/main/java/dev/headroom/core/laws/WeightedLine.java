package dev.headroom.core.laws;

import java.util.List;

/**
 * The straight line through values of which each is known to its own error, by least squares weighted with 1 / error² (A. C. Aitken, Proceedings
 * of the Royal Society of Edinburgh 55, 1935). Errors are half widths of 95 % intervals, in the unit of y; so is that of what is read.
 */
public record WeightedLine(double atMean, double slope, double meanX, double errorAtMean, double errorOfSlope) {

    /** Values that came out all the same are known to this, relative: no clock tells more. */
    private static final double EXACT = 1e-6;

    /** One value of x with its y. */
    public record Point(double x, double y, double error) {
        private double weight() {
            return Math.pow(Math.max(error, EXACT * Math.abs(y)), -2);
        }
    }

    /** @param points of two values of x at least */
    public static WeightedLine through(List<Point> points) {
        double all = points.stream().mapToDouble(Point::weight).sum();
        double x = points.stream().mapToDouble(one -> one.weight() * one.x()).sum() / all;
        double y = points.stream().mapToDouble(one -> one.weight() * one.y()).sum() / all;
        double xx = points.stream()
                .mapToDouble(one -> one.weight() * Math.pow(one.x() - x, 2))
                .sum();
        double xy = points.stream()
                .mapToDouble(one -> one.weight() * (one.x() - x) * (one.y() - y))
                .sum();
        return new WeightedLine(y, xy / xx, x, 1 / Math.sqrt(all), 1 / Math.sqrt(xx));
    }

    public double at(double x) {
        return atMean + slope * (x - meanX);
    }

    /** Half the width of the 95 % interval of what is read there. */
    public double errorAt(double x) {
        return Math.hypot(errorAtMean, errorOfSlope * (x - meanX));
    }

    /** Whether each point lies on it within the errors of both. */
    public boolean passes(List<Point> points) {
        return points.stream().allMatch(one -> Math.abs(one.y() - at(one.x())) <= one.error() + errorAt(one.x()));
    }
}
