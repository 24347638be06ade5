package dev.headroom.cases.downstream;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;

/** What a request gets. */
sealed interface Answer {

    /** At once, and not counted as a request in flight: for those who look after the simulator. */
    record Aside(HttpResponseStatus status, String json) implements Answer {}

    /**
     * After a time.
     *
     * @param route under which it is counted
     */
    record Delayed(String route, HttpResponseStatus status, String json, Duration delay) implements Answer {}

    /** Never: the request was accepted and stays in flight until the client goes. */
    record Never(String route) implements Answer {}
}
