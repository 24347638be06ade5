package dev.headroom.load.recording;

import dev.headroom.core.laws.StudentT;
import java.util.Arrays;

/**
 * The confidence interval of the mean of values that follow one another and so resemble one another, as response times do: the run is
 * cut into batches, and the means of long batches are nearly independent (batch means; Schmeiser, "Batch Size Effects in the Analysis of
 * Simulation Output", Operations Research 30, 1982: 10 to 30 batches suffice). Batches double in size as the run goes on, so 16 to 32
 * are held at any time.
 *
 * <p>The means of batches that rise or fall all along have no common mean to give an interval of: where a backlog grows, it would be
 * that of the length of the load. The ratio of von Neumann ("Distribution of the Ratio of the Mean Square Successive Difference to the
 * Variance", Annals of Mathematical Statistics 12, 1941) tells: near 2 for independent means, near 0 for a trend.
 */
final class BatchMeans {

    private static final int MOST = 32;
    private static final int FEWEST_VALUES = 64;
    /** Standard errors below 2 at which the ratio is no chance: one run in a thousand. */
    private static final double TREND = 3.1;

    private final double[] sums = new double[MOST];
    private int full;
    private long size = 1;
    private double sum;
    private long inSum;
    private long values;

    void add(double value) {
        values++;
        sum += value;
        if (++inSum == size) {
            sums[full++] = sum;
            sum = 0;
            inSum = 0;
            if (full == MOST) {
                merge();
            }
        }
    }

    private void merge() {
        for (int i = 0; i < MOST / 2; i++) {
            sums[i] = sums[2 * i] + sums[2 * i + 1];
        }
        full = MOST / 2;
        size *= 2;
    }

    /** Half the width of the 95 % confidence interval of the mean, in the unit of the values; 0 where too few came. */
    double halfWidth() {
        return values < FEWEST_VALUES ? 0 : StudentT.of(full - 1) * Math.sqrt(squares() / (full - 1) / full);
    }

    /** Whether the values went on rising or falling: the interval is then none of their mean, only a measure of how much they changed. */
    boolean trend() {
        if (values < FEWEST_VALUES) {
            return false;
        }
        double steps = 0;
        for (int i = 1; i < full; i++) {
            double step = (sums[i] - sums[i - 1]) / size;
            steps += step * step;
        }
        double ofRatio = 2 * Math.sqrt((full - 2) / ((double) full * full - 1));
        return steps < (2 - TREND * ofRatio) * squares();
    }

    /** How far the batches are from their mean, squared and added up. */
    private double squares() {
        double mean = Arrays.stream(sums, 0, full).sum() / size / full;
        return Arrays.stream(sums, 0, full)
                .map(sum -> sum / size - mean)
                .map(off -> off * off)
                .sum();
    }
}
