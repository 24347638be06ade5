package dev.headroom.core.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.hipparchus.stat.StatUtils;

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

    /** Ticks that are taken together, and after which it is asked whether events repeat more slowly; at the most. */
    private static final int SEVERAL = (int) Thresholds.FEWEST;

    /**
     * Those that are at least so strong, and no chance; slowest first.
     *
     * @param times in order, seconds
     * @param fastest frequency that is looked at, 1/s
     */
    public static List<Rhythm> in(List<Double> times, double fastest, double weakest) {
        List<Rhythm> all = spectrum(times, FEWEST / length(times), fastest);
        return IntStream.range(1, all.size() - 1)
                .filter(i ->
                        all.get(i).strength >= all.get(i - 1).strength && all.get(i).strength > all.get(i + 1).strength)
                .mapToObj(all::get)
                .filter(peak -> peak.strength >= weakest && !peak.isChance(times, all.size()))
                .toList();
    }

    /** The strongest between two frequencies, where it is no chance. */
    public static Optional<Rhythm> between(List<Double> times, double from, double to) {
        List<Rhythm> all = spectrum(times, from, to);
        return all.stream()
                .max(Comparator.comparingDouble(Rhythm::strength))
                .filter(best -> !best.isChance(times, all.size()));
    }

    /** @param tried frequencies, at any of which as many events at random may be as strong */
    private boolean isChance(List<Double> times, int tried) {
        return tried * Math.exp(-times.size() * strength * strength) >= Thresholds.ERROR;
    }

    /**
     * Variance over mean of how many come around each tick (index of dispersion): 0 where they are as many each time, about 1 where they come at random and somebody else's clock only holds them until its next
     * tick. Where only a part of them was seen, at random, theirs differs from 1 by that part of what it does of all. Source: D. R. Cox, P. A. W. Lewis, "The Statistical Analysis of Series of Events", 1966,
     * chapter 4.
     *
     * @param rate events per second, of which these are some; as many as these where all were seen
     */
    public double dispersion(List<Double> times, double rate) {
        return dispersion(times, rate, 1);
    }

    /** The same around so many ticks in a row: who is late, and comes around the next one, is among them. */
    private double dispersion(List<Double> times, double rate, int together) {
        double[] counts = counts(times, together);
        double mean = StatUtils.mean(counts);
        double seen = Math.min(1, mean / (rate * period * together));
        return 1 + (StatUtils.populationVariance(counts) / mean - 1) / seen;
    }

    /**
     * How many come around each tick, on average. A count of all over a window that begins and ends between two ticks is off by up to as many as
     * come at one, which is much where few ticks are in it.
     */
    public double perTick(List<Double> times) {
        return StatUtils.mean(counts(times, 1));
    }

    /** Around each so many ticks in a row but the first and the last, which may be cut. */
    private double[] counts(List<Double> times, int together) {
        double phase = phase(times);
        Map<Long, Long> ticks = times.stream()
                .collect(Collectors.groupingBy(
                        time -> Math.floorDiv(Math.round(time / period - phase), together), Collectors.counting()));
        long first = ticks.keySet().stream().min(Long::compare).orElse(0L);
        long last = ticks.keySet().stream().max(Long::compare).orElse(0L);
        return LongStream.range(first + 1, last)
                .mapToDouble(tick -> ticks.getOrDefault(tick, 0L))
                .toArray();
    }

    /** The same of several ticks together, as far as enough of these are left to compare; NaN where they are not. */
    public double dispersionOfSeveral(List<Double> times, double rate) {
        int together = (int) Math.min(SEVERAL, length(times) / period / FEWEST);
        return together > 1 ? dispersion(times, rate, together) : Double.NaN;
    }

    /**
     * Whether they repeat after several ticks as well: then it may be that each of several servers comes again with its own.
     *
     * @param weakest R of that, below which it is nothing beside the ticks themselves
     */
    public boolean repeatsSlower(List<Double> times, double weakest) {
        double near = 1 / length(times);
        return IntStream.rangeClosed(2, SEVERAL)
                .mapToDouble(ticks -> 1 / (ticks * period))
                .anyMatch(frequency -> between(times, frequency - near, frequency + near)
                        .filter(slower -> slower.strength >= weakest)
                        .isPresent());
    }

    /**
     * How far events are off their ticks, and so again after some number of them: the strongest autocorrelation, at lags of two and more. Near 0 where each is late for reasons of its own; several servers that
     * began at odd distances come back to these whenever each has had its turn.
     *
     * @param longest lag, events
     */
    public double recurrence(List<Double> times, int longest) {
        double phase = phase(times);
        double[] off = times.stream()
                .mapToDouble(time -> time / period - phase)
                .map(ticks -> ticks - Math.rint(ticks))
                .toArray();
        double mean = Arrays.stream(off).average().orElse(0);
        double variance = covariance(off, mean, 0);
        return IntStream.rangeClosed(2, Math.min(longest, off.length - 1))
                .mapToDouble(lag -> covariance(off, mean, lag) / variance)
                .max()
                .orElse(0);
    }

    /**
     * How many of the events keep its time, 0 to 1; the others come at any time. Who is late by a normal deviation has R(2 f) = R(f)^4, and who comes at any time adds to neither, so of a part s of all
     * R(f)^4 / R(2 f) = s^3. It tells where they are not too late: R of a half and more.
     */
    public double part(List<Double> times) {
        double half = spectrum(times, 2 / period, 2 / period).stream()
                .mapToDouble(Rhythm::strength)
                .findFirst()
                .orElse(0);
        return half > 0 ? Math.min(1, Math.cbrt(Math.pow(strength, 4) / half)) : 1;
    }

    private static double covariance(double[] values, double mean, int lag) {
        return IntStream.range(lag, values.length)
                .mapToDouble(i -> (values[i] - mean) * (values[i - lag] - mean))
                .sum();
    }

    /** Of the ticks, 0 to 1. */
    private double phase(List<Double> times) {
        double cos = 0;
        double sin = 0;
        for (double time : times) {
            cos += Math.cos(2 * Math.PI * time / period);
            sin += Math.sin(2 * Math.PI * time / period);
        }
        return Math.atan2(sin, cos) / (2 * Math.PI);
    }

    /** R in steps from the one frequency to the other; none where the events tell none. */
    private static List<Rhythm> spectrum(List<Double> times, double from, double to) {
        if (!(length(times) > 0) || !(from > 0)) {
            return List.of();
        }
        double step = 1 / (STEPS * length(times));
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
        return IntStream.range(0, steps)
                .mapToObj(i -> new Rhythm(1 / (from + i * step), Math.hypot(real[i], imaginary[i]) / times.size()))
                .toList();
    }

    private static double length(List<Double> times) {
        return times.isEmpty() ? 0 : times.getLast() - times.getFirst();
    }
}
