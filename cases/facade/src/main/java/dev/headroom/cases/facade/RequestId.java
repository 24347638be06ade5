package dev.headroom.cases.facade;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Names a request in the logs of every thread that works for it, and to those whom the service asks. */
final class RequestId {
    static final String HEADER = "X-Request-Id";

    private static final String NONE = "-";

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
        return Optional.ofNullable(MDC.get(KEY)).orElse(NONE);
    }

    /**
     * Until it is closed, this thread works for the request; then for the one from before: a parallel stream runs some of
     * its tasks on the very thread that waits for them.
     */
    static InUse use(String id) {
        String before = MDC.get(KEY);
        MDC.put(KEY, id);
        return before == null ? () -> MDC.remove(KEY) : () -> MDC.put(KEY, before);
    }

    interface InUse extends AutoCloseable {
        @Override
        void close();
    }
}
