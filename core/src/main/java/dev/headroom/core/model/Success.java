package dev.headroom.core.model;

import java.util.List;

/**
 * What makes a response a successful one.
 *
 * @param statuses one of them; any 2xx where there is none
 * @param contains text that its body has to hold; empty where the body does not matter
 */
public record Success(List<Integer> statuses, String contains) {

    /** Any 2xx, whatever its body. */
    public static final Success DEFAULT = new Success(List.of(), "");

    public Success {
        statuses = List.copyOf(statuses);
    }

    public boolean has(int status) {
        return statuses.isEmpty() ? status >= 200 && status < 300 : statuses.contains(status);
    }
}
