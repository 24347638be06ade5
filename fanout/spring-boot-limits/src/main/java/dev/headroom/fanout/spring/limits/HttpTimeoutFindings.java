package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.Finding.Level;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;

/** HTTP clients wait for ever by default: a downstream that hangs takes one thread after the other. */
final class HttpTimeoutFindings implements FindingSource {
    private final HttpClientSettings settings;

    HttpTimeoutFindings(HttpClientSettings settings) {
        this.settings = settings;
    }

    @Override
    public Stream<Finding> find() {
        return Stream.concat(
                missing(settings.readTimeout(), "read", "for an answer", "5s"),
                missing(settings.connectTimeout(), "connect", "for a connection", "2s"));
    }

    private static Stream<Finding> missing(@Nullable Duration timeout, String which, String what, String value) {
        return timeout != null && !timeout.isZero()
                ? Stream.empty()
                : Stream.of(new Finding(
                        "http-" + which + "-timeout",
                        Level.WARN,
                        "HTTP clients wait " + what + " without a " + which
                                + " timeout: calls to a service that hangs never return",
                        "spring.http.clients." + which + "-timeout=" + value));
    }
}
