package dev.headroom.cases.facade;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the lifted variant's client keeps and waits for. What is in flight is bounded by {@code fanout.*}, in
 * application.properties. OkHttp does not bound connections in use, and keeps as many as all users in step want, and half
 * as many more.
 *
 * @param maxCalls that one request may ask for: without a bound, one request could ask for a million
 * @param maxIdleConnections that are kept for the next call
 * @param keepAlive how long an idle connection is kept
 * @param connectTimeout for a new connection
 * @param readTimeout for an answer to begin, and between two parts of it; also for the TLS handshake
 */
@ConfigurationProperties("lifted")
record LiftedSettings(
        @DefaultValue("16") int maxCalls,
        @DefaultValue("1500") int maxIdleConnections,
        @DefaultValue("1m") Duration keepAlive,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("5s") Duration readTimeout) {}
