package dev.headroom.core.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

    /** R at a frequency, 0 to 1. */
    public static double strength(List<Double> times, double frequency) {
        return times.isEmpty() ? 0 : spectrum(times, frequency, frequency)[0];
    }

    /** Probability that so many events at random are at one frequency as strong. */
    private static double random(int events, double strength) {
        return Math.exp(-events * strength * strength);
    }

    /** Probability that events which come at random would be as strong a rhythm somewhere between two frequencies; 1 of few events. */
    public static double chance(List<Double> times, double from, double to) {
        double length = length(times);
        if (!(length > 0) || !(from > 0)) {
            return 1;
        }
        double[] spectrum = spectrum(times, from, to);
        double strongest = 0;
        for (double one : spectrum) {
            strongest = Math.max(strongest, one);
        }
        return Math.min(1, spectrum.length * random(times.size(), strongest));
    }

    /** R in steps from the one frequency to the other. */
    private static double[] spectrum(List<Double> times, double from, double to) {
        double step = 1 / (STEPS * Math.max(length(times), Double.MIN_NORMAL));
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
