package dev.headroom.core.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Names as files write them: {@code AWAITING_POOL} and {@code AwaitingPool} are {@code awaiting-pool}. */
public final class Ids {

    private Ids() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant that files write so. */
    public static <E extends Enum<E>> Optional<E> find(Class<E> type, String id) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> of(constant).equals(id))
                .findFirst();
    }

    public static String of(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
