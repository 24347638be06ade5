package dev.headroom.core.model;

import java.time.Duration;
import java.util.Optional;

/**
 * The load that one run puts on a service. Open and closed are different questions (Schroeder, Wierman,
 * Harchol-Balter, "Open Versus Closed: A Cautionary Tale", NSDI 2006): an open load sends whatever the service does,
 * in a closed one each user waits for its answer.
 */
public sealed interface Load {

    /** How the load reaches the service, common to both models. */
    Transport transport();

    /** The load that comes first, to let the service compile and connect; nothing of it is counted. */
    Optional<WarmUp> warmUp();

    /** Arrivals at {@code rate} for {@code duration}, evenly spaced, whatever the service does. */
    record Open(Rate rate, Duration duration, Transport transport, Optional<WarmUp> warmUp) implements Load {}

    /**
     * {@code users} that each send, wait for the answer, think for {@code thinkTime} and send again. They enter evenly
     * over {@code rampUp}, and stop as {@code until} says.
     */
    record Closed(
            int users, Duration rampUp, Duration thinkTime, Until until, Transport transport, Optional<WarmUp> warmUp)
            implements Load {}

    /** When a closed load ends. */
    sealed interface Until {
        /** Each user sends this many requests, then leaves. */
        record Iterations(int perUser) implements Until {}

        /** All users together send this many requests (as {@code ab -n} does). */
        record Requests(long total) implements Until {}

        /** No request starts later than this after the start of the load. */
        record Elapsed(Duration duration) implements Until {}
    }

    /**
     * @param timeout the client gives up on an answer after this long, counted from the actual start of the request
     * @param drain the load is over this long after its last request was sent, at the latest; what is in flight then is neither an answer nor
     *     an error. Never more than {@code timeout}, after which nothing is in flight
     * @param newConnectionPerRequest a new connection for each request, as {@code ab} does without {@code -k}
     * @param trustAnyCertificate accept a self-signed certificate
     * @param connectTimeout the client gives up on a TCP connection that is not made after this long; empty where {@code timeout} alone counts
     */
    record Transport(
            Duration timeout,
            Duration drain,
            boolean newConnectionPerRequest,
            boolean trustAnyCertificate,
            Optional<Duration> connectTimeout) {
        /** Keep-alive, certificates are checked, 120 s of patience. */
        public static final Transport DEFAULT = new Transport(Duration.ofSeconds(120), false, false);

        public Transport {
            drain = drain.compareTo(timeout) < 0 ? drain : timeout;
        }

        /** As patient for a connection as for the answer. */
        public Transport(
                Duration timeout, Duration drain, boolean newConnectionPerRequest, boolean trustAnyCertificate) {
            this(timeout, drain, newConnectionPerRequest, trustAnyCertificate, Optional.empty());
        }

        /** The same, over so long after the last request at the latest. */
        public Transport draining(Duration atMost) {
            return new Transport(
                    timeout,
                    drain.compareTo(atMost) < 0 ? drain : atMost,
                    newConnectionPerRequest,
                    trustAnyCertificate,
                    connectTimeout);
        }

        /** Every request gets its answer or its error. */
        public Transport(Duration timeout, boolean newConnectionPerRequest, boolean trustAnyCertificate) {
            this(timeout, timeout, newConnectionPerRequest, trustAnyCertificate);
        }

        /** Whether the load may be over with requests in flight. */
        public boolean cutsDrain() {
            return drain.compareTo(timeout) < 0;
        }
    }

    /** A closed load of {@code users} for {@code duration} before the load that counts; small, so that it queues nothing. */
    record WarmUp(int users, Duration duration) {}

    /** The same load by itself. */
    default Load withoutWarmUp() {
        return switch (this) {
            case Open open -> new Open(open.rate(), open.duration(), open.transport(), Optional.empty());
            case Closed closed ->
                new Closed(
                        closed.users(),
                        closed.rampUp(),
                        closed.thinkTime(),
                        closed.until(),
                        closed.transport(),
                        Optional.empty());
        };
    }

    /** What each of this load's requests may expect to see of arrivals: the offered rate of an open load. */
    default Optional<Rate> offered() {
        return this instanceof Open open ? Optional.of(open.rate()) : Optional.empty();
    }
}
