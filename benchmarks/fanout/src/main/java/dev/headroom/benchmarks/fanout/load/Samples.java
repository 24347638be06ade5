package dev.headroom.benchmarks.fanout.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured again and again: its median, the lowest and the highest. */
final class Samples {
    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    double get(int index) {
        return values.get(index);
    }

    int count() {
        return values.size();
    }

    double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Each over that of the other which was taken in the same turn. */
    Samples over(Samples other) {
        Samples ratios = new Samples();
        for (int i = 0; i < values.size(); i++) {
            ratios.add(values.get(i) / other.values.get(i));
        }
        return ratios;
    }

    /** Such as {@code 0.52 (0.50 to 0.55)}. */
    String text(int digits) {
        if (values.isEmpty()) {
            return "-";
        }
        String format = "%." + digits + "f";
        return String.format(
                Locale.ROOT,
                format + " (" + format + " to " + format + ")",
                median(),
                values.stream().min(Double::compare).orElseThrow(),
                values.stream().max(Double::compare).orElseThrow());
    }
}
