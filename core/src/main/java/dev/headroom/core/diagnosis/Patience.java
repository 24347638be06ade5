package dev.headroom.core.diagnosis;

import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Times;

/**
 * How long failed requests took, by Little's law over the whole run: requests in flight, summed over all seconds, are the
 * response times of all requests, summed over all requests. What the good ones do not account for is that of the failed.
 *
 * <p>Failures that come as late as the slowest good answers are a timeout behind a queue; those that come sooner than good
 * answers are refusals.
 *
 * @param clients requests on which the client gave up
 * @param statuses answers with a status other than 2xx
 * @param seconds mean response time of failed requests, seconds; NaN where it can not be told
 * @param slowest response time of the slowest good answer, seconds
 */
record Patience(long clients, long statuses, double seconds, double slowest) {

    /** Failures that take at least this share of the slowest good answer were kept waiting. */
    private static final double WAITED = 0.5;

    /** A timeout under which a second is no queue's. */
    private static final double SHORTEST = 0.5;

    static Patience of(LoadResult result) {
        long clients = result.errors().getOrDefault(ErrorKind.TIMEOUT, 0L);
        long statuses = result.errors().getOrDefault(ErrorKind.STATUS, 0L);
        double all =
                result.series().stream().mapToLong(LoadResult.Second::inFlight).sum();
        double good = result.succeeded() * Times.seconds(result.latency().mean());
        double failed = result.series().isEmpty() || result.failed() == 0 || result.unfinished() > 0
                ? Double.NaN
                : Math.max(0, all - good) / result.failed();
        return new Patience(
                clients, statuses, failed, Times.seconds(result.latency().max()));
    }

    /** Answers with a bad status came only after the request had waited about as long as any. */
    boolean statusesCameLate() {
        return statuses > 0 && seconds >= SHORTEST && seconds >= WAITED * slowest;
    }

    /** Failed requests that had waited for the service. */
    double late() {
        return clients + (statusesCameLate() ? statuses : 0);
    }
}
