package dev.headroom.cases.common;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Names a request in the logs of every thread that works for it, and to those whom the service asks. */
public final class RequestId {
    public static final String HEADER = "X-Request-Id";

    /** As the log pattern names it, and in the context of a reactive stream. */
    public static final String KEY = "requestId";

    public static final String NONE = "-";

    /** Nothing that could forge a line of the log. */
    private static final Pattern SAFE = Pattern.compile("[\\w.:-]{1,64}");

    private RequestId() {}

    /** The id that the client gave, or a new one. */
    public static String of(@Nullable String header) {
        return header != null && SAFE.matcher(header).matches()
                ? header
                : HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    }

    public static String current() {
        return Optional.ofNullable(MDC.get(KEY)).orElse(NONE);
    }

    /**
     * Until it is closed, this thread works for the request; then for the one from before: a parallel stream runs some of
     * its tasks on the very thread that waits for them.
     */
    public static InUse use(String id) {
        String before = MDC.get(KEY);
        MDC.put(KEY, id);
        return before == null ? () -> MDC.remove(KEY) : () -> MDC.put(KEY, before);
    }

    /** The task, to run on another thread for the request of this one. */
    public static <T> Supplier<T> carriedBy(Supplier<T> task) {
        String id = current();
        return () -> {
            try (var inUse = use(id)) {
                return task.get();
            }
        };
    }

    public interface InUse extends AutoCloseable {
        @Override
        void close();
    }
}
