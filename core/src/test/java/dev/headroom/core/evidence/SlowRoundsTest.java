package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** 45 requests of somebody else's load in a running JVM, 100 answers/s. Their threads wait for what seems to be one clerk, who sleeps in every look. */
class SlowRoundsTest {

    private static final double SECONDS = 10;
    private static final Random RANDOM = new Random(5);

    private static Optional<String> named(double rounds, List<Double> departures) {
        return named(Activity.SLEEPING, rounds, departures);
    }

    private static Optional<String> named(Activity doing, double rounds, List<Double> departures) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(45)
                        .waits(Activity.AWAITING_POOL, "clerk", 45, "shop.Shop.lambda$main$1:27"))
                .pool(pool("clerk", StationKind.OTHER)
                        .maximum(1)
                        .active(1)
                        .saturated(1)
                        .doing(doing, 1, "shop.Slip.write:16"))
                .rounds("clerk", rounds);
        Counted counted = new Counted(
                new Measure(100, 1, "the kernel's sockets"),
                45,
                0,
                departures,
                OptionalDouble.empty(),
                OptionalDouble.empty());
        return Measured.observed(seen, counted).bindingLimit().map(Limit::pool);
    }

    private static List<Double> atRandom() {
        return atRandom(1000);
    }

    private static List<Double> atRandom(int events) {
        return DoubleStream.generate(() -> SECONDS * RANDOM.nextDouble())
                .limit(events)
                .sorted()
                .boxed()
                .toList();
    }

    private static List<Double> together(double rounds) {
        return IntStream.range(0, 1000)
                .mapToObj(one -> Math.floor(one / 100.0 * rounds) / rounds)
                .toList();
    }

    /** As a thread that prints something every second, by a lambda of the method in which requests are handled. */
    @Test
    void underALoadOfOursThatIsKnownByTheWaitsThatItBegins() {
        assertThat(ofOurs(10)).isNotEqualTo(Optional.of("clerk"));
        assertThat(ofOurs(1000)).hasValue("clerk");
    }

    /** @param begun waits that the thread begins */
    private static Optional<String> ofOurs(double begun) {
        Load.Closed load = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds((long) SECONDS)));
        Seen seen = Seen.during(SECONDS)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(60)
                        .waits(Activity.AWAITING_POOL, "clerk", 60, "shop.Shop.lambda$main$1:27"))
                .pool(pool("clerk", StationKind.OTHER)
                        .maximum(1)
                        .active(1)
                        .saturated(1)
                        .waitsBegun(begun)
                        .doing(Activity.SLEEPING, 1, "shop.Slip.write:16"));
        Seen alone = Seen.during(2)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(1)
                        .waits(Activity.AWAITING_POOL, "clerk", 1, "shop.Shop.lambda$main$1:27"))
                .pool(pool("clerk", StationKind.OTHER)
                        .maximum(1)
                        .active(1)
                        .saturated(1)
                        .waitsBegun(begun / 5)
                        .doing(Activity.SLEEPING, 1, "shop.Slip.write:16"));
        return Measured.run(load, Counts.departing(Counts.of(load, 100, 0.6, (int) SECONDS), atRandom()), seen)
                .alone(0.01, alone)
                .diagnosis()
                .bindingLimit()
                .map(Limit::pool);
    }

    @Test
    void whoGoesFewRoundsAndIsNotWhoseTimeAnswersKeepEndsNoWaits() {
        assertThat(named(25, atRandom())).isEmpty();
    }

    @Test
    void whoServesOneInEachRoundMayBeWaitedFor() {
        assertThat(named(100, atRandom())).hasValue("clerk");
    }

    @Test
    void whoServesFourInEachRoundIsWhoseTimeAnswersKeep() {
        assertThat(named(25, together(25))).hasValue("clerk");
    }

    /** One statement for each request over one connection of JDBC or of a Redis client: a read of a socket is no wait that the JVM counts, and its own queue is empty now and then. */
    @Test
    void whoWaitsInASocketBeginsNoWaitsThatAreCounted() {
        assertThat(named(Activity.AWAITING_DOWNSTREAM, 3, atRandom())).hasValue("clerk");
    }

    /** Four in each round, by clients that open a connection for each request: the few that were timed are a health check's. */
    @Test
    void whereFewOfTheAnswersWereTimedNothingIsKnownOfRounds() {
        assertThat(named(25, atRandom(6))).hasValue("clerk");
    }

    @Test
    void whereNobodyTimedAnswersNothingIsKnownOfRounds() {
        assertThat(named(25, List.of())).hasValue("clerk");
    }

    /** As a scheduler whose task is a method of the class that handles requests. */
    @Test
    void anExecutorThatDoesFewerTasksIsNotWaitedFor() {
        assertThat(executor(14, 0.45)).isNotEqualTo(Optional.of("clerks"));
        assertThat(executor(980, 0.98)).hasValue("clerks");
        assertThat(executor(3, 0.98))
                .as("a loop that takes them from a queue of its own")
                .hasValue("clerks");
    }

    /** As tasks of the only pool that runs such, while a client of its own completes what is waited for. */
    @Test
    void howManyOfItsTasksWaitDoesNotMakeItWaitedFor() {
        assertThat(ofFour(400, 0, OptionalDouble.of(100))).isNotEqualTo(Optional.of("clerks"));
        assertThat(ofFour(1000, 0, OptionalDouble.of(100))).hasValue("clerks");
        assertThat(ofFour(400, 60, OptionalDouble.of(100)))
                .as("who gives up leaves a task behind")
                .hasValue("clerks");
        assertThat(ofFour(400, 0, OptionalDouble.empty()))
                .as("nobody saw how many go on, and other requests may not need it")
                .hasValue("clerks");
    }

    /** @param gone per second, who waited for them and went on */
    private static Optional<String> ofFour(double completed, double growth, OptionalDouble gone) {
        Load.Closed load = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds((long) SECONDS)));
        return Measured.run(
                        load,
                        Counts.departing(Counts.of(load, 100, 0.6, (int) SECONDS), atRandom()),
                        callers(SECONDS, 60, gone)
                                .pool(four(SECONDS, completed)
                                        .queue(50, growth)
                                        .saturated(1)
                                        .active(4)
                                        .doing(Activity.SLEEPING, 4, "shop.Import.row:16")))
                .alone(
                        0.01,
                        callers(2, 1, OptionalDouble.empty())
                                .pool(four(2, completed / 50)
                                        .active(0.4)
                                        .doing(Activity.SLEEPING, 0.4, "shop.Import.row:16")))
                .diagnosis()
                .bindingLimit()
                .map(Limit::pool);
    }

    private static Seen callers(double seconds, double waiting, OptionalDouble gone) {
        return Seen.during(seconds)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting)
                        .waits(Activity.AWAITING_POOL, "clerks", waiting, "shop.Shop.order:27")
                        .at(new CallSite("shop.Shop.order:27", Activity.AWAITING_POOL, waiting, gone)));
    }

    private static Seen.PoolBuilder four(double seconds, double completed) {
        return pool("clerks", StationKind.EXECUTOR)
                .maximum(4)
                .completed(completed)
                .byClock(4 * seconds / completed);
    }

    private static Optional<String> executor(double completed, double active) {
        Load.Closed load = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds((long) SECONDS)));
        return Measured.run(
                        load,
                        Counts.departing(Counts.of(load, 100, 0.6, (int) SECONDS), atRandom()),
                        executor(60, completed, active))
                .alone(0.01, executor(1, completed / 5, active))
                .diagnosis()
                .bindingLimit()
                .map(Limit::pool);
    }

    private static Seen executor(double waiting, double completed, double active) {
        return Seen.during(waiting > 1 ? (int) SECONDS : 2)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting)
                        .waits(Activity.AWAITING_POOL, "clerks", waiting, "shop.Shop.order:27"))
                .pool(pool("clerks", StationKind.EXECUTOR)
                        .maximum(1)
                        .active(active)
                        .saturated(active > 0.9 ? 1 : 0)
                        .completed(completed)
                        .doing(Activity.SLEEPING, active, "shop.Shop.tidy:16"));
    }
}
