package dev.headroom.lab.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Names of enum constants as files write them: {@code AWAITING_POOL} is {@code awaiting-pool}. */
final class Ids {

    private Ids() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static <E extends Enum<E>> Optional<E> constant(Class<E> type, String id) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> of(constant).equals(id))
                .findFirst();
    }
}
