package dev.headroom.load.users;

import dev.headroom.core.model.load.DataSource.Order;
import dev.headroom.core.model.load.Table;
import java.util.concurrent.atomic.AtomicLong;

/** Which row of a table is next, for all who draw from it. The seed is fixed, so each run draws the same rows. */
record Rows(Table table, AtomicLong drawn) {

    Rows(Table table) {
        this(table, new AtomicLong());
    }

    long next() {
        long count = drawn.getAndIncrement();
        return table.order() == Order.RANDOM
                ? Long.remainderUnsigned(mixed(count), table.rows())
                : count % table.rows();
    }

    /** SplitMix64 (Steele, Lea, Flood 2014) at its n-th step, which needs no lock. */
    private static long mixed(long n) {
        long z = (n + 1) * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
