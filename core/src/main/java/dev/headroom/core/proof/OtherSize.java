package dev.headroom.core.proof;

import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * Answers that are of another size while a limit is moved, by more than chance does (Student's t of the logarithm of the mean size of a window): they may be errors, where nobody counts these. A line of status alone
 * makes an error some bytes longer. Two comparisons: of windows that are moved with those at home; and, since what a move has broken may stay broken, of two windows in a row with those before the first move. What breaks
 * breaks at the beginning, so the first look has most of the error: the k-th 6 / (pi k)^2 of it, which adds up to all.
 */
final class OtherSize {

    /** That answers of one size are taken for others while a limit is moved, by either comparison, 0 to 1. */
    private static final double FALSE = Thresholds.LOSS / 2;

    /** Bytes; {@code 404 Not Found} is seven longer than {@code 200 OK}. Fewer are the digits of a number. */
    static final double LINE = 5;

    private OtherSize() {}

    /** @param untouched a window before anything was moved; empty where there was none */
    static Optional<String> in(Move move, Optional<Phase> untouched, List<Phase> phases) {
        List<Phase> counted = phases.stream().filter(OtherSize::isCounted).toList();
        return counted.isEmpty() ? Optional.empty() : ofCounted(move, untouched.filter(OtherSize::isCounted), counted);
    }

    /** Where it is open whether half of the answers came within the window, as in a brief one at the beginning, their size is not known. */
    private static boolean isCounted(Phase phase) {
        return phase.throughput().error()
                <= Thresholds.HALF * phase.throughput().value();
    }

    private static Optional<String> ofCounted(Move move, Optional<Phase> untouched, List<Phase> phases) {
        return phases.stream().allMatch(phase -> Double.isNaN(phase.failed()))
                ? whileMoved(untouched, phases)
                        .or(() -> inARow(untouched, phases))
                        .map(sizes -> "answers are of another size than before " + move.name() + " was moved ("
                                + Numbers.bytes(sizes[0]) + " to " + Numbers.bytes(sizes[1]) + "): they may be errors")
                : Optional.empty();
    }

    /** With the first window that is moved where they are more than twice as large or small. */
    private static Optional<double[]> whileMoved(Optional<Phase> untouched, List<Phase> phases) {
        List<Phase> home = home(untouched, phases);
        List<Phase> moved = phases.stream().filter(Phase::isMoved).toList();
        int degrees = home.size() + moved.size() - 2;
        if (!phases.getLast().isMoved() || home.size() < 2 || degrees < 1) {
            return Optional.empty();
        }
        double apart = Math.abs(mean(moved) - mean(home));
        double squares = (squares(home) + squares(moved)) / degrees;
        double by = beyond(squares, moved.size(), degrees, home, moved);
        boolean often = moved.size() > 1 || apart > Math.log(Thresholds.DOUBLE);
        return often && apart > by ? sizes(home, moved) : Optional.empty();
    }

    static List<Phase> home(Optional<Phase> untouched, List<Phase> phases) {
        return Stream.concat(untouched.stream(), phases.stream().filter(phase -> !phase.isMoved()))
                .toList();
    }

    private static Optional<double[]> inARow(Optional<Phase> untouched, List<Phase> phases) {
        List<Phase> before = untouched
                .map(List::of)
                .orElseGet(() ->
                        phases.stream().takeWhile(phase -> !phase.isMoved()).toList());
        List<Phase> known = before.isEmpty() ? phases.subList(0, 1) : before;
        List<Phase> since = untouched.isPresent() ? phases : phases.subList(known.size(), phases.size());
        if (since.size() < 2) {
            return Optional.empty();
        }
        List<Phase> last = since.subList(since.size() - 2, since.size());
        double size = mean(known);
        double[] steps = steps(known, since, Math.abs(mean(last) - size));
        double squares =
                Arrays.stream(steps).map(step -> step * step / 2).average().orElse(0);
        double by = beyond(squares, since.size() - 1, steps.length, known, last);
        boolean larger = last.stream().allMatch(phase -> log(phase) - size > by);
        boolean smaller = last.stream().allMatch(phase -> size - log(phase) > by);
        return larger || smaller ? sizes(known, last) : Optional.empty();
    }

    /**
     * Of the size from window to window, as logarithm, but for those at which it may have broken: after those before, and the largest further on. One that is far larger than
     * what is different now is none at which it broke.
     *
     * @param apart the last windows from those before, as logarithm
     */
    private static double[] steps(List<Phase> known, List<Phase> since, double apart) {
        double[] between = steps(since.subList(0, since.size() - 1));
        double largest = Arrays.stream(between).max().orElse(0);
        boolean mayBeTheBreak = largest <= Thresholds.DOUBLE * apart;
        double[] others = Arrays.stream(between)
                .sorted()
                .limit(Math.max(0, between.length - (mayBeTheBreak ? 1 : 0)))
                .toArray();
        return Stream.of(steps(known), others, steps(since.subList(since.size() - 2, since.size())))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private static double[] steps(List<Phase> phases) {
        return IntStream.range(1, phases.size())
                .mapToDouble(at -> Math.abs(log(phases.get(at)) - log(phases.get(at - 1))))
                .toArray();
    }

    /**
     * By what the k-th look finds some windows apart from others by chance, as logarithm.
     *
     * @param squares variance of one window, which so many degrees of freedom told
     */
    private static double beyond(double squares, int look, int degrees, List<Phase> some, List<Phase> others) {
        double upTo = 1 - FALSE * 6 / Math.pow(Math.PI * look, 2) / 2;
        double measured = Math.sqrt(squares) * new TDistribution(degrees).inverseCumulativeProbability(upTo);
        double counted = Math.sqrt(ofCount(Stream.concat(some.stream(), others.stream())))
                * new NormalDistribution().inverseCumulativeProbability(upTo);
        return Math.sqrt(1.0 / some.size() + 1.0 / others.size()) * Math.max(measured, counted);
    }

    /**
     * Variance of the size in a window whose answers are counted no better than that, and to one more or less at best: where all windows were the same, the next may not be, and where answers come in step it is off by as
     * many as come together.
     */
    private static double ofCount(Stream<Phase> phases) {
        return phases.mapToDouble(OtherSize::ofCount).average().orElse(0);
    }

    private static double ofCount(Phase phase) {
        Measure rate = phase.throughput();
        double answers = rate.value() * Times.seconds(phase.length());
        double counted = rate.knownError() / StudentT.NORMAL / rate.value();
        return Math.max(counted * counted, 1 / (3 * answers * answers));
    }

    /** Before and now, bytes; empty where that is too few bytes to be of errors. */
    private static Optional<double[]> sizes(List<Phase> before, List<Phase> now) {
        double from = bytes(before);
        double to = bytes(now);
        return Math.abs(to - from) >= LINE ? Optional.of(new double[] {from, to}) : Optional.empty();
    }

    private static double bytes(List<Phase> phases) {
        return phases.stream().mapToDouble(Phase::size).average().orElse(Double.NaN);
    }

    private static double mean(List<Phase> phases) {
        return phases.stream().mapToDouble(OtherSize::log).average().orElse(Double.NaN);
    }

    private static double squares(List<Phase> phases) {
        double mean = mean(phases);
        return phases.stream()
                .mapToDouble(phase -> Math.pow(log(phase) - mean, 2))
                .sum();
    }

    private static double log(Phase phase) {
        return Math.log(phase.size());
    }
}
