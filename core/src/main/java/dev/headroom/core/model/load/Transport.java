package dev.headroom.core.model.load;

import dev.headroom.core.model.Times;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How requests reach the service, and how long their client waits.
 *
 * @param timeout the client gives up on an answer after this long, counted from the actual start of the request
 * @param drain the load is over this long after its last request was sent, at the latest; what is in flight then is neither an answer nor
 *     an error. Never more than {@code timeout}, after which nothing is in flight
 * @param newConnectionPerRequest a new connection for each request, as {@code ab} does without {@code -k}
 * @param trustAnyCertificate accept a self-signed certificate
 * @param connectTimeout the client gives up on a TCP connection that is not made after this long; empty where {@code timeout} alone counts
 * @param trusted a PEM file of the certificates to trust; empty for those that the JVM trusts
 * @param http2 HTTP/2, by ALPN or, without TLS, by prior knowledge; HTTP/1.1 where not
 * @param k6 the k6 that sends the requests by a script that is written for it: its path, or {@value #K6} for the one of this machine; empty where
 *     Headroom sends them
 */
public record Transport(
        Duration timeout,
        Duration drain,
        boolean newConnectionPerRequest,
        boolean trustAnyCertificate,
        Optional<Duration> connectTimeout,
        Optional<Path> trusted,
        boolean http2,
        Optional<String> k6) {
    public static final String K6 = "k6";

    /** Keep-alive, certificates are checked, 120 s of patience. */
    public static final Transport DEFAULT = new Transport(Duration.ofSeconds(120), false, false);

    public Transport {
        drain = Times.shorter(drain, timeout);
    }

    /** As patient for a connection as for the answer; every request gets that, or its error. */
    public Transport(Duration timeout, boolean newConnectionPerRequest, boolean trustAnyCertificate) {
        this(
                timeout,
                timeout,
                newConnectionPerRequest,
                trustAnyCertificate,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty());
    }

    /** The same, over so long after the last request at the latest. */
    public Transport draining(Duration atMost) {
        return new Transport(
                timeout,
                Times.shorter(drain, atMost),
                newConnectionPerRequest,
                trustAnyCertificate,
                connectTimeout,
                trusted,
                http2,
                k6);
    }

    public Transport inHttp2() {
        return new Transport(
                timeout, drain, newConnectionPerRequest, trustAnyCertificate, connectTimeout, trusted, true, k6);
    }

    /** Whether the load may be over with requests in flight. */
    public boolean cutsDrain() {
        return drain.compareTo(timeout) < 0;
    }
}
