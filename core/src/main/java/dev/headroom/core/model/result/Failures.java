package dev.headroom.core.model.result;

import java.util.Map;
import java.util.Set;

/**
 * The requests that brought no successful response, over the whole load.
 *
 * <p>Failures that come as late as the slowest successful responses were kept waiting: a timeout behind a queue. Those that come sooner were
 * turned away.
 *
 * @param requests that came to an end, whatever end that was
 * @param kinds how many failed, and how
 * @param causes what was said of the first of a kind
 * @param statuses responses by HTTP status
 * @param seconds mean response time of those that failed; NaN where it cannot be told
 * @param timed whether each of these was timed, so that no error is in their mean
 * @param slowest response time of the slowest successful response, seconds
 * @param timeout after which the client gives up, seconds; NaN where nobody knows
 * @param unfinished requests that were in flight when the load was over, and are in no figure but the number in flight
 */
public record Failures(
        long requests,
        Map<ErrorKind, Long> kinds,
        Map<ErrorKind, String> causes,
        Map<Integer, Long> statuses,
        double seconds,
        boolean timed,
        double slowest,
        double timeout,
        long unfinished) {

    public static final Failures NONE =
            new Failures(0, Map.of(), Map.of(), Map.of(), Double.NaN, false, 0, Double.NaN, 0);

    /** Answers of which no more is known than that so many are errors. */
    public static Failures counted(long requests, long failed) {
        return new Failures(
                requests, Map.of(ErrorKind.STATUS, failed), Map.of(), Map.of(), Double.NaN, false, 0, Double.NaN, 0);
    }

    /** Failures that take at least this share of the slowest successful response were kept waiting. */
    private static final double WAITED = 0.5;

    private static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    /** A timeout under which a second is no queue's. */
    private static final double SHORTEST = 0.5;

    public Failures {
        kinds = Map.copyOf(kinds);
        causes = Map.copyOf(causes);
        statuses = Map.copyOf(statuses);
    }

    public long count() {
        return kinds.values().stream().mapToLong(Long::longValue).sum();
    }

    public long of(ErrorKind kind) {
        return kinds.getOrDefault(kind, 0L);
    }

    /** Responses with a bad status came only after the request had waited about as long as any. */
    public boolean statusesCameLate() {
        return statusesCameLate(0);
    }

    /** The same whatever their time is within an error of so many seconds. */
    public boolean statusesCameLate(double error) {
        double least = seconds - error;
        return of(ErrorKind.STATUS) > 0 && least >= SHORTEST && least >= WAITED * slowest;
    }

    /**
     * Requests that are wrong by themselves (RFC 9110, section 15.5): no bound answers so, but for 408, 425 and 429, which say that another time they would be right.
     */
    public long wrong() {
        long answered = statuses.entrySet().stream()
                .filter(status -> status.getKey() >= BAD_REQUEST
                        && status.getKey() < SERVER_ERROR
                        && !LATER.contains(status.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return Math.min(of(ErrorKind.STATUS), answered);
    }

    /** Those that the service ended sooner, and that are not wrong by themselves. */
    public long early() {
        return ErrorKind.answers(kinds) - lateStatuses() - wrong();
    }

    private long lateStatuses() {
        return statusesCameLate() ? of(ErrorKind.STATUS) : 0;
    }

    /** Failed requests that had waited for the service. */
    public long late() {
        return of(ErrorKind.TIMEOUT) + lateStatuses();
    }
}
