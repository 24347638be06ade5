package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Deadline;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * In Apache HttpClient 5, before a connection is leased: what is left of the deadline bounds the wait for one and the
 * connect; and, once more before the request is sent, what these two left bounds each read. It comes after the client's own
 * retry, so a second try has what the first one left.
 */
final class DeadlineExec implements ExecChainHandler {
    private final Timeout connect;
    private final Timeout read;

    /** @param settings with both timeouts */
    DeadlineExec(HttpClientSettings settings) {
        this.connect = timeout(Objects.requireNonNull(settings.connectTimeout()));
        this.read = timeout(Objects.requireNonNull(settings.readTimeout()));
    }

    @Override
    @SuppressWarnings("deprecation") // The connect timeout of a request: a connection's is fixed
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Deadline deadline = Deadline.current();
        if (deadline.isNone()) {
            return chain.proceed(request, scope);
        }
        Timeout left = left(deadline);
        RequestConfig given = scope.clientContext.getRequestConfigOrDefault();
        RequestConfig.Builder config = RequestConfig.copy(given)
                .setConnectionRequestTimeout(earlier(given.getConnectionRequestTimeout(), left))
                .setResponseTimeout(
                        earlier(given.getResponseTimeout() == null ? read : given.getResponseTimeout(), left))
                .setConnectTimeout(
                        earlier(given.getConnectTimeout() == null ? connect : given.getConnectTimeout(), left));
        scope.clientContext.setRequestConfig(config.build());
        try {
            ClassicHttpResponse response = chain.proceed(request, scope);
            if (response.getEntity() != null) {
                response.setEntity(new BoundedEntity(response.getEntity(), deadline, scope.execRuntime));
            }
            return response;
        } finally {
            scope.clientContext.setRequestConfig(given);
        }
    }

    /** The part that comes right before the request is sent. */
    static ClassicHttpResponse send(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Deadline deadline = Deadline.current();
        if (!deadline.isNone()) {
            RequestConfig given = scope.clientContext.getRequestConfigOrDefault();
            scope.clientContext.setRequestConfig(RequestConfig.copy(given)
                    .setResponseTimeout(earlier(given.getResponseTimeout(), left(deadline)))
                    .build());
        }
        return chain.proceed(request, scope);
    }

    private static Timeout left(Deadline deadline) throws SocketTimeoutException {
        if (deadline.expired()) {
            throw new SocketTimeoutException("the deadline had passed before the request was sent");
        }
        return timeout(deadline.left());
    }

    /** 0 would mean none. */
    private static Timeout timeout(Duration duration) {
        return Timeout.ofMilliseconds(Math.max(1, duration.toMillis()));
    }

    private static Timeout earlier(@Nullable Timeout given, Timeout left) {
        return given == null || given.isDisabled() || left.compareTo(given) < 0 ? left : given;
    }
}
