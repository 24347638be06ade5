package dev.headroom.fanout.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application says of its downstreams and its own requests. Each has a default that is safe.
 *
 * @param downstreams services that are called, by name
 * @param deadlineHeader name of the header that carries the milliseconds that are left of the deadline, to downstreams and
 *     from callers, such as X-Request-Timeout-Ms; neither sent nor read, if not said
 * @param request bounds for the requests that the application serves
 * @param problemDetails answers for fan-outs that failed
 */
@ConfigurationProperties("fanout")
public record FanoutProperties(
        @DefaultValue Map<String, DownstreamProperties> downstreams,
        @DefaultValue("") String deadlineHeader,
        @DefaultValue Request request,
        @DefaultValue ProblemDetails problemDetails) {

    /** How the limit of a gate is found. */
    public enum Adaptive {
        /** It stays as it was given. */
        NONE,
        /** Additive increase, multiplicative decrease, on calls that end for lack of time. */
        AIMD,
        /** After TCP Vegas: the queue in the downstream, estimated from the growth of the response time. */
        VEGAS,
        /** The gradient between the long-term and the present response time. */
        GRADIENT
    }

    /**
     * A service that is called.
     *
     * @param limit calls in flight at once; where it adapts, the most that it may grow to. By Little's law: calls/s times
     *     the seconds that one takes, and some room.
     * @param queue calls that may wait for a permit before the next is rejected; as many as the limit of the moment, if not said
     * @param timeout of one call with its wait for a permit
     * @param adaptive how the limit is found
     * @param floor the least that an adaptive limit may fall to
     * @param sheddable share of the permits and the queue that may be taken when a call comes that can be shed, above 0 and up to 1
     * @param perTenant share of the permits and the queue that the calls of one tenant may take, above 0 and up to 1
     * @param groups HTTP service groups that call it, beside the one of its own name
     * @param connections of the pool that the starter builds; as many as the limit, if not said
     * @param passDeadline whether the deadline is passed on in the header
     */
    public record DownstreamProperties(
            @DefaultValue("50") int limit,
            @Nullable Integer queue,
            @DefaultValue("5s") Duration timeout,
            @DefaultValue("none") Adaptive adaptive,
            @DefaultValue("5") int floor,
            @DefaultValue("0.5") double sheddable,
            @DefaultValue("1.0") double perTenant,
            @DefaultValue List<String> groups,
            @Nullable Integer connections,
            @DefaultValue("true") boolean passDeadline) {

        /** Connections to it that the pool must be able to open. */
        public int poolSize() {
            return connections == null ? limit : connections;
        }

        /** Whether the HTTP service group calls this downstream. */
        public boolean serves(String name, String group) {
            return name.equals(group) || groups.contains(group);
        }
    }

    /**
     * Bounds for the requests that the application serves.
     *
     * @param enabled whether requests have a deadline, are counted, and bounded where there is a limit
     * @param limit requests in flight at once, the next is answered with 503; no bound, if not said
     * @param timeout after which fan-outs and calls within a request give up
     * @param retryAfter told to who was turned away, in whole seconds
     * @param acceptDeadlineFrom addresses and networks, such as 10.0.0.0/8, of callers and proxies that may shorten the timeout by
     *     the deadline header; nobody's counts, if not said
     * @param leastTimeout to which they may shorten it
     * @param paths patterns of the paths that are bounded; all, if empty
     * @param excludePaths patterns of paths that are not bounded, beside the actuator's
     */
    public record Request(
            @DefaultValue("true") boolean enabled,
            @Nullable Integer limit,
            @DefaultValue("20s") Duration timeout,
            @DefaultValue("1s") Duration retryAfter,
            @DefaultValue List<String> acceptDeadlineFrom,
            @DefaultValue("100ms") Duration leastTimeout,
            @DefaultValue List<String> paths,
            @DefaultValue List<String> excludePaths) {}

    /**
     * Answers for fan-outs that failed.
     *
     * @param enabled whether a failed fan-out is answered with 502, 503 or 504 and a problem detail
     * @param downstreams whether that names the downstream: a name from inside the house, told to whoever called
     */
    public record ProblemDetails(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("false") boolean downstreams) {}
}
