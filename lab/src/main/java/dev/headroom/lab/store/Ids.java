package dev.headroom.lab.store;

import java.util.Locale;

/** Names as files write them: {@code AWAITING_POOL} and {@code AwaitingPool} are {@code awaiting-pool}. */
final class Ids {

    private Ids() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String of(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
