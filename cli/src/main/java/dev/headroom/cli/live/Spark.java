package dev.headroom.cli.live;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;

/** Busy workers of a pool over a window, a column for each slice of it: a full column is {@code size}. */
final class Spark {

    private static final String LEVELS = "▁▂▃▄▅▆▇█";

    private Spark() {}

    static String of(String pool, int size, Observation seen, int columns) {
        double[] busy = new double[columns];
        int[] looks = new int[columns];
        double length = Times.seconds(seen.window().length());
        for (Observation.Sample sample : seen.series()) {
            int column = (int) Math.floor(Times.seconds(sample.at()) / length * columns);
            if (column >= 0 && column < columns) {
                looks[column]++;
                busy[column] += sample.pools().stream()
                        .filter(one -> one.pool().equals(pool))
                        .mapToInt(PoolSample::active)
                        .sum();
            }
        }
        StringBuilder spark = new StringBuilder();
        double level = -1;
        for (int column = 0; column < columns; column++) {
            level = looks[column] > 0 ? busy[column] / looks[column] / size * (LEVELS.length() - 1) : level;
            spark.append(level < 0 ? ' ' : LEVELS.charAt((int) Math.clamp(Math.round(level), 0, LEVELS.length() - 1)));
        }
        return spark.toString();
    }
}
