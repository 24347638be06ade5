package dev.headroom.core.model.load;

import java.util.OptionalLong;

/**
 * Where values of requests come from: a CSV file or a range of whole numbers.
 *
 * @param name by which requests use it: {@code ${name.column}} of a file, {@code ${name}} of a range
 * @param csv the file, absolute; empty for a range
 * @param first of the range
 * @param last of the range, included; empty where it has no end
 */
public record DataSource(String name, String csv, OptionalLong first, OptionalLong last, Order order) {

    /** Which row is next. */
    public enum Order {
        /** From the first to the last, and again. */
        IN_TURN,
        /** Any, with a fixed seed. */
        RANDOM
    }
}
