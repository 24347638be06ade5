package dev.headroom.core.text;

import java.util.Locale;

/** Names as files write them: {@code AWAITING_POOL} and {@code AwaitingPool} are {@code awaiting-pool}. */
public final class Ids {

    private Ids() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static String of(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
