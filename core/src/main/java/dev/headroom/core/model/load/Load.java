package dev.headroom.core.model.load;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The load that one run puts on a service. Open and closed are different questions (Schroeder, Wierman, Harchol-Balter, "Open Versus Closed: A Cautionary
 * Tale", NSDI 2006): an open load sends whatever the service does, in a closed one each user waits for its answer.
 */
public sealed interface Load {

    /** How the load reaches the service, common to both models. */
    Transport transport();

    /** The load that comes first, to let the service compile and connect; nothing of it is counted. */
    Optional<WarmUp> warmUp();

    /** For which it is asked to send; empty where that is left to its requests or its script. */
    default Optional<Duration> length() {
        return switch (this) {
            case Open open -> Optional.of(open.duration());
            case Closed closed ->
                closed.until() instanceof Until.Elapsed elapsed ? Optional.of(elapsed.duration()) : Optional.empty();
            case Tool tool -> tool.length();
        };
    }

    /** The last part in which rate or users stay the same, of a load that has stages. */
    default Optional<LoadPart> steady() {
        return Optional.empty();
    }

    /** When it is given up; empty for a load that goes on to its end. */
    Optional<Abort> abort();

    /** The same load by another transport and after another warm-up. */
    Load with(Transport other, Optional<WarmUp> before);

    /** What is left to chance in it, arrivals or thinking, is drawn from this seed: the same each time. */
    default long seed() {
        return DEFAULT_SEED;
    }

    /** The seed of a load that names none. */
    long DEFAULT_SEED = 1;

    /** Share of a load (0 to 1) at its end that speaks for it where it changes all the time. */
    double LAST = 0.1;

    /**
     * Arrivals whatever the service does, for {@code duration}.
     *
     * @param rate of all the load; with {@code stages} that of its {@linkplain #steady() steady part}, or of its last tenth where it has none
     * @param stages one after the other; none where the rate stays the same
     * @param connections at most; a request that finds none free waits in the generator. Empty for as many as there are requests in flight
     * @param abort when it is given up
     */
    record Open(
            Rate rate,
            Duration duration,
            Arrivals arrivals,
            List<Stage> stages,
            OptionalInt connections,
            long seed,
            Transport transport,
            Optional<WarmUp> warmUp,
            Optional<Abort> abort)
            implements Load {

        public Open {
            stages = List.copyOf(stages);
        }

        /** Evenly spaced, at one rate, with as many connections as it takes, to its end. */
        public Open(Rate rate, Duration duration, Transport transport, Optional<WarmUp> warmUp) {
            this(
                    rate,
                    duration,
                    Arrivals.EVEN,
                    List.of(),
                    OptionalInt.empty(),
                    DEFAULT_SEED,
                    transport,
                    warmUp,
                    Optional.empty());
        }

        /** The same load, its rate as the stages say. */
        public Open staged(List<Stage> others) {
            Duration whole = others.stream().map(Stage::duration).reduce(Duration.ZERO, Duration::plus);
            Open staged = new Open(rate, whole, arrivals, others, connections, seed, transport, warmUp, abort);
            Rate steady = staged.steady()
                    .map(part -> others.get(part.index()).from())
                    .orElseGet(() -> Rate.of(
                            staged.arrivalsBy(Times.seconds(whole))
                                    - staged.arrivalsBy((1 - LAST) * Times.seconds(whole)),
                            Times.ofSeconds(LAST * Times.seconds(whole))));
            return new Open(steady, whole, arrivals, others, connections, seed, transport, warmUp, abort);
        }

        /** The same load with arrivals of this sort, drawn from this seed. */
        public Open arriving(Arrivals others, long otherSeed) {
            return new Open(rate, duration, others, stages, connections, otherSeed, transport, warmUp, abort);
        }

        /** The same load, given up like that. */
        public Open aborted(Optional<Abort> when) {
            return new Open(rate, duration, arrivals, stages, connections, seed, transport, warmUp, when);
        }

        /** The same load on so many connections at most. */
        public Open connected(OptionalInt most) {
            return new Open(rate, duration, arrivals, stages, most, seed, transport, warmUp, abort);
        }

        @Override
        public Open with(Transport other, Optional<WarmUp> before) {
            return new Open(rate, duration, arrivals, stages, connections, seed, other, before, abort);
        }

        /** The same load in so much time at most: all stages get shorter alike. */
        public Open within(Duration most) {
            if (duration.compareTo(most) <= 0) {
                return this;
            }
            double share = Times.seconds(most) / Times.seconds(duration);
            return stages.isEmpty()
                    ? new Open(rate, most, arrivals, stages, connections, seed, transport, warmUp, abort)
                    : staged(stages.stream().map(one -> one.lasting(share)).toList());
        }

        /** Its stages, also where it has but one rate. */
        public List<Stage> parts() {
            return stages.isEmpty() ? List.of(Stage.constant(rate, duration)) : stages;
        }

        /** The last stage in which the rate stays the same: laws of flow in balance hold there; empty where there is none. */
        @Override
        public Optional<LoadPart> steady() {
            List<Stage> parts = parts();
            return LoadPart.last(
                    parts.stream().map(Stage::duration).toList(),
                    index -> parts.get(index).isConstant());
        }

        /** Arrivals that are expected in its first {@code seconds}. */
        public double arrivalsBy(double seconds) {
            double left = seconds;
            double arrivals = 0;
            for (Stage stage : parts()) {
                double length = Times.seconds(stage.duration());
                arrivals += stage.arrivalsBy(Math.min(length, Math.max(0, left)));
                left -= length;
            }
            return arrivals;
        }
    }

    /**
     * {@code users} that each send, wait for the answer, think and send again. They enter evenly over {@code rampUp}, and stop as {@code until} says.
     *
     * @param users with {@code stages} those of its {@linkplain #steady() steady part}, or the mean of its last tenth where it has none
     * @param stages one after the other, until the time is up; none where all users come once
     * @param abort when it is given up
     */
    record Closed(
            int users,
            Duration rampUp,
            ThinkTime think,
            Until until,
            long seed,
            Transport transport,
            Optional<WarmUp> warmUp,
            List<UserStage> stages,
            Optional<Abort> abort)
            implements Load {

        public Closed {
            stages = List.copyOf(stages);
        }

        /** Users who come once, and stay to the end. */
        public Closed(
                int users,
                Duration rampUp,
                ThinkTime think,
                Until until,
                long seed,
                Transport transport,
                Optional<WarmUp> warmUp) {
            this(users, rampUp, think, until, seed, transport, warmUp, List.of(), Optional.empty());
        }

        /** Users who think equally long each time. */
        public Closed(
                int users,
                Duration rampUp,
                Duration thinkTime,
                Until until,
                Transport transport,
                Optional<WarmUp> warmUp) {
            this(users, rampUp, new ThinkTime.Fixed(thinkTime), until, DEFAULT_SEED, transport, warmUp);
        }

        /** The same load, its users as the stages say. */
        public Closed staged(List<UserStage> others) {
            Duration whole = others.stream().map(UserStage::duration).reduce(Duration.ZERO, Duration::plus);
            Optional<LoadPart> steady = steady(others);
            int mean = steady.map(part -> others.get(part.index()).from())
                    .orElseGet(() -> UserStage.mean(others, Times.ofSeconds((1 - LAST) * Times.seconds(whole)), whole));
            return new Closed(
                    Math.max(1, mean), rampUp, think, new Until.Elapsed(whole), seed, transport, warmUp, others, abort);
        }

        /** The same stages in so much time at most: all get shorter alike. */
        public Closed within(Duration most) {
            Duration whole = stages.stream().map(UserStage::duration).reduce(Duration.ZERO, Duration::plus);
            double share = Times.seconds(most) / Times.seconds(whole);
            return share >= 1
                    ? this
                    : staged(stages.stream().map(one -> one.lasting(share)).toList());
        }

        /** The last stage in which the users stay the same; empty where there is none, or no stages. */
        @Override
        public Optional<LoadPart> steady() {
            return steady(stages);
        }

        private static Optional<LoadPart> steady(List<UserStage> stages) {
            return LoadPart.last(
                    stages.stream().map(UserStage::duration).toList(),
                    index -> stages.get(index).isConstant() && stages.get(index).from() > 0);
        }

        /** The most that there are at a time. */
        public int most() {
            return stages.stream()
                    .mapToInt(stage -> Math.max(stage.from(), stage.to()))
                    .max()
                    .orElse(users);
        }

        /** Mean time that a user thinks, Z. */
        public Duration thinkTime() {
            return think.mean();
        }

        /** What one user's thinking is drawn from: the same for the generator and for the simulation. */
        public RandomGenerator random(int user) {
            return new SplittableRandom(seed + user);
        }

        /** Another number of the same users, entering and leaving otherwise. */
        public Closed with(int otherUsers, Duration otherRampUp, Until otherUntil) {
            return new Closed(otherUsers, otherRampUp, think, otherUntil, seed, transport, warmUp, List.of(), abort);
        }

        @Override
        public Closed with(Transport other, Optional<WarmUp> before) {
            return new Closed(users, rampUp, think, until, seed, other, before, stages, abort);
        }

        /** The same load, given up like that. */
        public Closed aborted(Optional<Abort> when) {
            return new Closed(users, rampUp, think, until, seed, transport, warmUp, stages, when);
        }
    }

    /**
     * What a load tool of somebody else's sends: its script decides how requests come. Where it reads how many users there are, and for how long, it is
     * told, and the same script makes a load of another size.
     *
     * @param folder in which it runs
     * @param users that it is told; empty where its script decides
     * @param length that it is told; empty where its script decides
     * @param transport of which its own patience alone is known, as far as the file tells it
     * @param abort when it is given up
     */
    record Tool(
            Program program,
            String folder,
            OptionalInt users,
            Optional<Duration> length,
            Transport transport,
            Optional<WarmUp> warmUp,
            Optional<Abort> abort)
            implements Load {

        /** The same script, which is told something else. */
        public Tool told(OptionalInt others, Optional<Duration> otherLength) {
            return new Tool(program, folder, others, otherLength, transport, warmUp, abort);
        }

        @Override
        public Tool with(Transport other, Optional<WarmUp> before) {
            return new Tool(program, folder, users, length, other, before, abort);
        }

        /** Whether the script leaves to others how many users there are, and for how long. */
        public boolean canBeChanged() {
            return users.isPresent() && length.isPresent();
        }
    }

    /** A closed load of {@code users} for {@code duration} before the load that counts; small, so that it queues nothing. */
    record WarmUp(int users, Duration duration) {}

    default Load withoutWarmUp() {
        return with(transport(), Optional.empty());
    }

    /**
     * So many users in its place, who do not think: of our own where the load is ours, or a command that sends the variant's request; else by the same script.
     * Empty where the script cannot be told how many there are.
     * @param drain of users of our own
     */
    default Optional<Load> byUsers(int users, Duration length, Duration drain) {
        if (this instanceof Tool tool && !tool.program().sendsTheRequest()) {
            return tool.users().isPresent()
                    ? Optional.of(tool.told(OptionalInt.of(users), tool.length().map(own -> length)))
                    : Optional.empty();
        }
        return Optional.of(new Closed(
                users,
                Duration.ZERO,
                Duration.ZERO,
                new Until.Elapsed(length),
                transport().draining(drain),
                Optional.empty()));
    }

    /** Whether a tool sends it: it takes seconds to start, and tells of a request when that is over, or later. */
    default boolean byTool() {
        return this instanceof Tool || transport().k6().isPresent();
    }

    /** What each of this load's requests may expect to see of arrivals: the offered rate of an open load. */
    default Optional<Rate> offered() {
        return this instanceof Open open ? Optional.of(open.rate()) : Optional.empty();
    }
}
