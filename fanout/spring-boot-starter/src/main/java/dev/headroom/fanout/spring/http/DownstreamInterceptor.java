package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOutException.DeadlineExpired;
import dev.headroom.fanout.Permit;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Sends each request with a permit of a downstream, and holds it until the response is closed: the connection is in use as
 * long. On a thread that holds one already, as a part of the same downstream does, no other is taken. A request whose
 * deadline has passed is not sent; what is left of it is told to the downstream in a header, in milliseconds.
 *
 * <p>It should be the last interceptor, so that what others try again waits for a permit again.
 */
public final class DownstreamInterceptor implements ClientHttpRequestInterceptor {
    private final Downstream downstream;
    private final String deadlineHeader;
    private final String mark;
    private final @Nullable Duration timeout;

    /**
     * @param downstream whose permits are taken
     * @param deadlineHeader name of the header for the milliseconds that are left; empty for none
     */
    public DownstreamInterceptor(Downstream downstream, String deadlineHeader) {
        this.downstream = downstream;
        this.deadlineHeader = deadlineHeader;
        this.mark = DownstreamInterceptor.class.getName() + "." + downstream.name();
        this.timeout = downstream.timeout().orElse(null);
    }

    /** Whose permits are taken. */
    public Downstream downstream() {
        return downstream;
    }

    /**
     * @throws dev.headroom.fanout.FanOutException.Rejected where gate and queue are full
     * @throws dev.headroom.fanout.FanOutException.DeadlineExpired where no permit was free in time, or the thread ran too late
     * @throws InterruptedIOException where the thread was interrupted while it waited; it is still
     */
    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        if (request.getAttributes().putIfAbsent(mark, true) != null) {
            // The client was given this gate twice: one permit is enough
            return execution.execute(request, body);
        }
        try {
            return timeout == null
                    ? exchange(request, body, execution)
                    : Deadline.callWithin(timeout, () -> exchange(request, body, execution));
        } finally {
            request.getAttributes().remove(mark);
        }
    }

    private ClientHttpResponse exchange(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        Permit permit = enter();
        Deadline deadline = Deadline.current();
        if (deadline.expired()) {
            // The permit came in time, and the thread too late; that says nothing of the downstream
            permit.failed(new CancellationException("not sent"));
            throw new DeadlineExpired(downstream.name(), false);
        }
        boolean tells = !deadlineHeader.isEmpty()
                && !deadline.isNone()
                && !request.getHeaders().containsHeader(deadlineHeader);
        try {
            if (tells) {
                request.getHeaders()
                        .set(
                                deadlineHeader,
                                Long.toString(Math.max(1, deadline.left().toMillis())));
            }
            return new GatedResponse(execution.execute(request, body), permit, deadline, downstream.name());
        } catch (Throwable e) {
            // Of any kind: code that was not compiled from Java may throw what it does not declare
            permit.failed(e);
            throw e;
        } finally {
            if (tells) {
                // Who tries again has less left
                request.getHeaders().remove(deadlineHeader);
            }
        }
    }

    private Permit enter() throws InterruptedIOException {
        try {
            return downstream.enter();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException(
                            "interrupted while it waited for a permit of downstream '" + downstream.name() + "'")
                    .initCause(e);
        }
    }
}
