package dev.headroom.fanout.spring.web;

import dev.headroom.fanout.Caller;
import jakarta.servlet.http.HttpServletRequest;

/**
 * A bean of this type says for whom a request is answered, so that the gates of downstreams share their places by it. It is
 * asked before Spring Security is, so it knows what the request says, and no user.
 */
@FunctionalInterface
public interface CallerResolver {
    /** For whom the request is answered. */
    Caller callerOf(HttpServletRequest request);
}
