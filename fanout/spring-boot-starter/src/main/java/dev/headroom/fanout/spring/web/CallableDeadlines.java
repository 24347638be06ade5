package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.DeadlineAccessor;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/**
 * Takes the deadline of a request, and for whom it is answered, to what the handler returns to be run later, on whichever thread that is
 * done.
 */
final class CallableDeadlines implements CallableProcessingInterceptor {
    private static final String GIVEN = CallableDeadlines.class.getName() + ".given";

    private final DeadlineAccessor accessor = new DeadlineAccessor();

    /** What the thread stood under before; not kept with the request, which may be over when the task ends. */
    private final ThreadLocal<@Nullable Object> before = new ThreadLocal<>();

    @Override
    public <T> void beforeConcurrentHandling(NativeWebRequest request, Callable<T> task) {
        Object given = accessor.getValue();
        if (given != null) {
            request.setAttribute(GIVEN, given, RequestAttributes.SCOPE_REQUEST);
        }
    }

    @Override
    public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
        Object given = request.getAttribute(GIVEN, RequestAttributes.SCOPE_REQUEST);
        before.set(accessor.getValue());
        if (given != null) {
            accessor.setValue(given);
        }
    }

    @Override
    public <T> void postProcess(NativeWebRequest request, Callable<T> task, @Nullable Object result) {
        Object restored = before.get();
        before.remove();
        if (restored == null) {
            accessor.setValue();
        } else {
            accessor.restore(restored);
        }
    }
}
