package dev.headroom.core.statistics;

import java.util.List;
import java.util.Optional;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * How much a response owes to a setting that is turned to and fro, by ordinary least squares with a trend of its own:
 * {@code y = a + b t + e s + f r + noise}, where r is another setting that was turned as well. Where the order of the settings was drawn by lot, a trend cannot pass for an effect (Fisher, "The Design of
 * Experiments", 1935); the term for it takes its variance out of the noise as well.
 *
 * @param value e, in units of y over s
 * @param error its standard error, of the residuals or of counting, whichever is more
 * @param degrees of freedom
 */
public record Contrast(double value, double error, int degrees) {

    /** a, b, e, and f where there is something to it. */
    private static final int UNKNOWNS = 3;

    /**
     * One window.
     *
     * @param setting s
     * @param beside r
     * @param at t
     * @param response y
     * @param resolution standard deviation that y has because answers are counted in whole ones
     */
    public record Point(double setting, double beside, double at, double response, double resolution) {}

    /** Empty where there are too few points, or all of one setting. */
    public static Optional<Contrast> of(List<Point> points) {
        int count = points.size();
        boolean beside = points.stream().mapToDouble(Point::beside).distinct().count() > 1;
        int degrees = count - UNKNOWNS - (beside ? 1 : 0);
        if (degrees < 1) {
            return Optional.empty();
        }
        double[] y = new double[count];
        double[][] x = new double[count][];
        double counting = 0;
        for (int i = 0; i < count; i++) {
            Point point = points.get(i);
            y[i] = point.response();
            x[i] = beside
                    ? new double[] {point.setting(), point.at(), point.beside()}
                    : new double[] {point.setting(), point.at()};
            counting += point.resolution() * point.resolution() / count;
        }
        try {
            OLSMultipleLinearRegression fit = new OLSMultipleLinearRegression();
            fit.newSampleData(y, x);
            double value = fit.estimateRegressionParameters()[1];
            double variance = fit.estimateRegressionParametersVariance()[1][1];
            double residual = fit.estimateErrorVariance();
            double error = Math.sqrt(variance * Math.max(residual, counting));
            return Double.isFinite(value) && Double.isFinite(error)
                    ? Optional.of(new Contrast(value, error, degrees))
                    : Optional.empty();
        } catch (MathRuntimeException e) { // one setting only: nothing was turned
            return Optional.empty();
        }
    }

    /**
     * Where e lies.
     *
     * @param beyond probability that it is above the interval, and the same below it
     */
    public Interval interval(double beyond) {
        double half = error * new TDistribution(degrees).inverseCumulativeProbability(1 - beyond);
        return new Interval(value - half, value + half);
    }

    /** In other units: of a response that is expected to change by so much for each s. */
    public Contrast over(double expected) {
        return new Contrast(value / expected, Math.abs(error / expected), degrees);
    }
}
