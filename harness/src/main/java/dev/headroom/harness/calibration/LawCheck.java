package dev.headroom.harness.calibration;

import dev.headroom.harness.truth.Estimate;
import dev.headroom.harness.truth.Truth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Laws held against sweeps of the same services: what is called true by construction has to be true of the service. */
final class LawCheck {

    /** By less nobody is misled: neither the machine nor the sleeping of threads is exact. */
    private static final double SAME = 0.1;

    private static final String KEY = "swept";

    private LawCheck() {}

    /** The truth of a row, with what a sweep says of it. */
    static Map<String, Object> beside(Truth law, Truth sweep) {
        Map<String, Object> both = new LinkedHashMap<>(law.json());
        both.put(KEY, sweep.json());
        return both;
    }

    /** One line; empty where nothing was swept besides. */
    static String words(List<Row> rows) {
        int services = 0;
        int elasticities = 0;
        int same = 0;
        int otherSide = 0;
        for (Row row : rows) {
            if (row.truth().get(KEY) instanceof Map<?, ?> swept) {
                services++;
                for (Map.Entry<?, ?> one : swept.entrySet()) {
                    if (one.getValue() instanceof List<?> estimate
                            && row.truth().get(one.getKey()) instanceof List<?> law) {
                        double value = number(law, 0);
                        elasticities++;
                        same += value > number(estimate, 1) - SAME && value < number(estimate, 2) + SAME ? 1 : 0;
                        otherSide += value >= Estimate.BINDS
                                ? number(estimate, 2) < Estimate.BINDS ? 1 : 0
                                : number(estimate, 1) >= Estimate.BINDS ? 1 : 0;
                    }
                }
            }
        }
        return services == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "Laws held against sweeps of %d of these services: of %d elasticities %d are within the interval or 0.1 beside it;"
                                + " %d would change a judgement.",
                        services,
                        elasticities,
                        same,
                        otherSide);
    }

    private static double number(List<?> numbers, int index) {
        return ((Number) numbers.get(index)).doubleValue();
    }
}
