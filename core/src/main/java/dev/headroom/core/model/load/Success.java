package dev.headroom.core.model.load;

import java.util.List;

/**
 * What makes a response a successful one.
 *
 * @param statuses one of them; any 2xx, and 304, the response to a conditional request that is up to date, where there is none
 * @param contains text that its body has to hold; empty where the body does not matter
 */
public record Success(List<Integer> statuses, String contains) {

    /** Any 2xx and 304, whatever the body. */
    public static final Success DEFAULT = new Success(List.of(), "");

    public Success {
        statuses = List.copyOf(statuses);
    }

    public boolean has(int status) {
        return statuses.isEmpty() ? status >= 200 && status < 300 || status == 304 : statuses.contains(status);
    }
}
