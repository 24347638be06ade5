package dev.headroom.cases.facade;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The external service, and the article's client of it: the values are OkHttp's own defaults.
 *
 * @param trustAnyCertificate accepts a certificate that nobody vouches for; the host name must fit all the same
 * @param maxIdleConnections that are kept for the next call; what is idle beyond is closed, and the call that would have
 *     used it pays for a TLS handshake
 * @param keepAlive how long an idle connection is kept
 * @param timeout for all calls of a request together; what takes longer is answered with 504
 */
@ConfigurationProperties("external")
record ExternalSettings(
        String url,
        @DefaultValue("false") boolean trustAnyCertificate,
        @DefaultValue("5") int maxIdleConnections,
        @DefaultValue("5m") Duration keepAlive,
        @DefaultValue("100s") Duration timeout) {}
