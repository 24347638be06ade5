package dev.headroom.cases.bike;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Names a request in the logs of every thread that works for it, and to those whom the service asks. */
final class RequestId {
    static final String HEADER = "X-Request-Id";

    /** As the log pattern names it. */
    private static final String KEY = "requestId";

    /** Nothing that could forge a line of the log. */
    private static final Pattern SAFE = Pattern.compile("[\\w.:-]{1,64}");

    private RequestId() {}

    /** The id that the client gave, or a new one. */
    static String of(@Nullable String header) {
        return header != null && SAFE.matcher(header).matches()
                ? header
                : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }

    static String current() {
        return Optional.ofNullable(MDC.get(KEY)).orElse("-");
    }

    /** Until it is closed, this thread works for the request. */
    static MDC.MDCCloseable use(String id) {
        return MDC.putCloseable(KEY, id);
    }

    /** The task, to run on another thread for the request of this one. */
    static <T> Supplier<T> carriedBy(Supplier<T> task) {
        String id = current();
        return () -> {
            try (var inUse = use(id)) {
                return task.get();
            }
        };
    }
}
