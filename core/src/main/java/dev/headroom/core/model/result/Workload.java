package dev.headroom.core.model.result;

import dev.headroom.core.model.Measure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was asked of a service in a window, and what it gave: all that the diagnosis knows of the load, whoever puts it on. Counted by a load
 * generator or by the service itself.
 *
 * @param arrivals open or closed
 * @param throughput X: successful responses per second; where no load generator counts all of them, since whoever counts them may not tell
 * @param failed responses per second that were not successful
 * @param inFlight N: mean number of requests due or sent, and not answered
 * @param growth change of the number in flight, per second
 * @param response R: mean seconds of the successful responses in the window; NaN where none came
 * @param seconds length of the window
 * @param elapsed seconds of the whole load, of which the window is a part
 * @param settled successful responses in each whole second of the window, but for those in which an empty service fills
 * @param departures when successful answers ended, seconds since the window began, in order; of a load that is not ours when any went out, to a tick of the kernel's clock; none where nobody told
 * @param failures over the whole load
 * @param generator empty where the load is not ours
 */
public record Workload(
        Arrivals arrivals,
        Measure throughput,
        double failed,
        double inFlight,
        double growth,
        double response,
        double seconds,
        double elapsed,
        List<Long> settled,
        List<Double> departures,
        Failures failures,
        Optional<Generator> generator) {

    public Workload {
        settled = List.copyOf(settled);
        departures = List.copyOf(departures);
    }

    /** How requests come (Schroeder, Wierman, Harchol-Balter, "Open Versus Closed: A Cautionary Tale", NSDI 2006). */
    public sealed interface Arrivals {}

    /**
     * @param rate requests per second, whatever the service does: the mean, where arrivals come at random
     * @param arrived requests per second that were sent in the window
     * @param variation squared coefficient of variation of the times between arrivals: 0 even, 1 Poisson
     * @param steady whether the rate stays the same
     */
    public record Open(double rate, double arrived, double variation, boolean steady) implements Arrivals {}

    /**
     * @param users that each wait for their answer
     * @param think seconds from an answer to the user's next request
     * @param changing whether users come and leave all the time
     */
    public record Closed(double users, double think, boolean changing) implements Arrivals {
        /** Of users who stay. */
        public Closed(double users, double think) {
            this(users, think, false);
        }
    }

    /**
     * Somebody else's load, in production or by the script of a load tool: how its requests come, and what would come if nothing held them back, is not known.
     *
     * @param counted whether the requests in flight were counted wherever they are, not only in the pool in which they enter
     * @param oldest mean seconds for which the oldest request in flight has been so; empty where nobody told, and where the service holds more than were counted
     */
    public record Observed(boolean counted, OptionalDouble oldest) implements Arrivals {
        public Observed(boolean counted) {
            this(counted, OptionalDouble.empty());
        }
    }

    /**
     * What the load generator costs, and whether it kept up.
     *
     * @param cores that it uses
     * @param lag mean seconds by which requests were sent after they were due
     * @param lagMax the longest by which a request was sent late
     * @param readLag mean seconds by which answers were read after they had come
     * @param binding true where it, and not the service, was the limit
     * @param p99 seconds that 99 % of the successful responses took at most
     * @param late seconds of that which are the generator's own lateness; 0 where it is no substantial part
     * @param waits for one of the load's own connections; empty where none was waited for
     * @param again of the requests (0 to 1), those sent a second time since the service had closed their connection, or refused them
     * @param dropped of the iterations that a load tool of somebody else's should have begun (0 to 1), those that it left out; empty where the generator is ours
     * @param failedChecks of the script of a load tool, which does not tell of which answers they were
     */
    public record Generator(
            double cores,
            double lag,
            double lagMax,
            double readLag,
            boolean binding,
            double p99,
            double late,
            Optional<LoadResult.Waits> waits,
            double again,
            OptionalDouble dropped,
            long failedChecks) {

        /** Mean seconds by which it sends or reads late: who asks again at once is never due late, and waits for what is not read. */
        public double meanLate() {
            return Math.max(lag, readLag);
        }

        /** Whether it is a load tool of somebody else's, which does not tell how late it sends. */
        public boolean isTool() {
            return dropped.isPresent();
        }
    }

    /** The offered rate of open arrivals. */
    public OptionalDouble offered() {
        return arrivals instanceof Open open ? OptionalDouble.of(open.rate()) : OptionalDouble.empty();
    }

    /** Of the answers in the window (0 to 1), of which it is known when they ended. */
    public double timedShare() {
        return departures.size() / (throughput.value() * seconds);
    }

    /** Whether anybody tells successful responses from others. */
    public boolean tellsFailures() {
        boolean byOthers = arrivals instanceof Observed
                || generator.filter(Generator::isTool).isPresent();
        return !byOthers || failures.requests() > 0;
    }

    /** Whether X counts failed responses as well. A load tool of somebody else's tells them from others, though nobody knows how its requests come. */
    public boolean countsFailures() {
        return arrivals instanceof Observed && generator.isEmpty();
    }

    /** Of all responses in the window, 0 to 1. */
    public double failedShare() {
        double all = countsFailures() ? throughput.value() : throughput.value() + failed;
        return all > 0 ? failed / all : 0;
    }

    /** Cores that the load generator uses; 0 where the load is not ours. */
    public double generatorCores() {
        return generator.map(Generator::cores).orElse(0.0);
    }
}
