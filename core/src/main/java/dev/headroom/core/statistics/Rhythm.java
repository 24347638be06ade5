package dev.headroom.core.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How events repeat: of n events at times t, R(f) = |sum exp(2 pi i f t)| / n is 1 where all fall on the ticks of a clock of frequency f, and n R^2 is distributed exponentially with mean 1 where they come at
 * random (Rayleigh's test). Clusters that come in equal distances are told by the lowest frequency at which R is high, for at their harmonics it is as well.
 *
 * <p>Source: A. Schuster, "On the investigation of hidden periodicities", Terrestrial Magnetism 3(1), 1898; M. S. Bartlett, "The Spectral Analysis of Point Processes", Journal of the Royal Statistical
 * Society B 25(2), 1963.
 *
 * @param period seconds
 * @param strength R at its frequency, 0 to 1
 */
public record Rhythm(double period, double strength) {

    /** Steps of the frequency for each 1 / length of the observation, which is as near as two frequencies can be told apart. */
    private static final int STEPS = 4;

    /** Fewer periods in the observation are no rhythm. */
    private static final double FEWEST = Thresholds.LOOKS;

    public double frequency() {
        return 1 / period;
    }

    /**
     * The slowest one of at least some strength.
     *
     * @param times in order, seconds
     * @param fastest frequency that is looked at, 1/s
     */
    public static Optional<Rhythm> slowest(List<Double> times, double fastest, double strength) {
        return peaks(times, fastest).stream()
                .filter(peak -> peak.strength() >= strength)
                .findFirst();
    }

    /** The strongest one, where it is no chance. */
    public static Optional<Rhythm> strongest(List<Double> times, double fastest) {
        return peaks(times, fastest).stream()
                .max(Comparator.comparingDouble(Rhythm::strength))
                .filter(best ->
                        STEPS * fastest * length(times) * random(times.size(), best.strength()) < Thresholds.ERROR);
    }

    /** Slowest first. */
    private static List<Rhythm> peaks(List<Double> times, double fastest) {
        double length = length(times);
        if (!(length > 0)) {
            return List.of();
        }
        double slowest = FEWEST / length;
        double[] spectrum = spectrum(times, slowest, fastest);
        return IntStream.range(1, spectrum.length - 1)
                .filter(i -> spectrum[i] >= spectrum[i - 1] && spectrum[i] > spectrum[i + 1])
                .mapToObj(i -> new Rhythm(1 / (slowest + i / (STEPS * length)), spectrum[i]))
                .toList();
    }

    /**
     * Variance over mean of how many come around each tick (index of dispersion): 0 where they are as many each time, about 1 where they come at random and somebody else's clock only holds them until its next
     * tick. Source: D. R. Cox, P. A. W. Lewis, "The Statistical Analysis of Series of Events", 1966, chapter 4.
     */
    public double dispersion(List<Double> times) {
        double cos = 0;
        double sin = 0;
        for (double time : times) {
            cos += Math.cos(2 * Math.PI * time / period);
            sin += Math.sin(2 * Math.PI * time / period);
        }
        double phase = Math.atan2(sin, cos) / (2 * Math.PI);
        Map<Long, Long> ticks = times.stream()
                .collect(Collectors.groupingBy(time -> Math.round(time / period - phase), Collectors.counting()));
        long first = ticks.keySet().stream().min(Long::compare).orElse(0L);
        long last = ticks.keySet().stream().max(Long::compare).orElse(0L);
        double[] counts = LongStream.range(first + 1, last) // those at the edges are cut
                .mapToDouble(tick -> ticks.getOrDefault(tick, 0L))
                .toArray();
        double mean = Arrays.stream(counts).average().orElse(Double.NaN);
        return Arrays.stream(counts)
                        .map(count -> (count - mean) * (count - mean))
                        .average()
                        .orElse(Double.NaN)
                / mean;
    }

    /** Probability that so many events at random are at one frequency as strong. */
    private static double random(int events, double strength) {
        return Math.exp(-events * strength * strength);
    }

    /** The strongest between two frequencies, where it is no chance. */
    public static Optional<Rhythm> between(List<Double> times, double from, double to) {
        if (!(length(times) > 0) || !(from > 0)) {
            return Optional.empty();
        }
        double[] spectrum = spectrum(times, from, to);
        return IntStream.range(0, spectrum.length)
                .mapToObj(i -> new Rhythm(1 / (from + i * step(times)), spectrum[i]))
                .max(Comparator.comparingDouble(Rhythm::strength))
                .filter(best -> spectrum.length * random(times.size(), best.strength()) < Thresholds.ERROR);
    }

    private static double step(List<Double> times) {
        return 1 / (STEPS * length(times));
    }

    /** R in steps from the one frequency to the other. */
    private static double[] spectrum(List<Double> times, double from, double to) {
        double step = step(times);
        int steps = (int) Math.max(0, Math.ceil((to - from) / step)) + 1;
        double[] real = new double[steps];
        double[] imaginary = new double[steps];
        for (double time : times) {
            // each further frequency turns the phase of this event by the same angle
            double angle = 2 * Math.PI * time;
            double cos = Math.cos(angle * from);
            double sin = Math.sin(angle * from);
            double turnCos = Math.cos(angle * step);
            double turnSin = Math.sin(angle * step);
            for (int i = 0; i < steps; i++) {
                real[i] += cos;
                imaginary[i] += sin;
                double next = cos * turnCos - sin * turnSin;
                sin = sin * turnCos + cos * turnSin;
                cos = next;
            }
        }
        double[] strength = new double[steps];
        for (int i = 0; i < steps; i++) {
            strength[i] = Math.hypot(real[i], imaginary[i]) / times.size();
        }
        return strength;
    }

    private static double length(List<Double> times) {
        return times.isEmpty() ? 0 : times.getLast() - times.getFirst();
    }
}
