package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Deadline;
import java.io.IOException;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/**
 * Tries an idempotent request again once, at once, where a connection that was kept open turned out to be closed. Apache's
 * default does so after 429 and 503 as well, and sleeps for as long as their {@code Retry-After} says, with the permit and
 * past the deadline; and sends more to a service that has just said that it has too much.
 *
 * <p>Where a new connection breaks, the service may have done what it was asked for: that is not tried again. Nor is a call tried again that was given up: the interrupt closes its socket, which looks like a connection that broke.
 */
final class ClosedConnectionRetry extends DefaultHttpRequestRetryStrategy {
    @Override
    public boolean retryRequest(HttpRequest request, IOException thrown, int tries, HttpContext context) {
        return wasKept(context)
                && !Thread.currentThread().isInterrupted()
                && !Deadline.current().expired()
                && super.retryRequest(request, thrown, tries, context);
    }

    /** Whether its connection had carried another request before. */
    private static boolean wasKept(HttpContext context) {
        EndpointDetails connection = HttpCoreContext.cast(context).getEndpointDetails();
        return connection != null && connection.getRequestCount() > 1;
    }

    @Override
    public boolean retryRequest(HttpResponse response, int tries, HttpContext context) {
        return false;
    }
}
