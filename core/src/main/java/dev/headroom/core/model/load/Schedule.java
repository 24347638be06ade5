package dev.headroom.core.model.load;

import dev.headroom.core.model.Times;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * When the requests of an open load are due, one after the other: the same sequence each time, for the generator and for the simulation.
 *
 * <p>Evenly spaced arrivals come whenever the integral of the rate over time reaches a whole number, the first at once. In a Poisson process it
 * grows by an exponential of mean 1 from one arrival to the next, whatever the rate does (time change; E. Çinlar, "Introduction to
 * Stochastic Processes", Prentice-Hall, 1975, chapter 4.7).
 */
public final class Schedule {

    public static final long OVER = Long.MAX_VALUE;

    /** Of an arrival: one that is due this little before the end of a load does not belong to it. */
    private static final double ROUNDING = 1e-6;

    private final List<Stage> stages;
    private final Optional<RandomGenerator> random;
    private int stage;
    /** Expected arrivals, and seconds, before the stage. */
    private double arrivalsBefore;

    private double secondsBefore;
    /** Expected arrivals until the next one. */
    private double next;

    private Schedule(List<Stage> stages, Optional<RandomGenerator> random) {
        this.stages = stages;
        this.random = random;
        next = random.map(RandomGenerator::nextExponential).orElse(0.0);
    }

    /** From its first arrival on. */
    public static Schedule of(Load.Open load) {
        return new Schedule(
                load.parts(),
                switch (load.arrivals()) {
                    case EVEN -> Optional.empty();
                    case POISSON -> Optional.of(new SplittableRandom(load.seed()));
                });
    }

    /** Nanoseconds from the start of the load to its next arrival; {@link #OVER} after the last one. */
    public long next() {
        double arrival = next;
        for (; stage < stages.size(); stage++) {
            Stage current = stages.get(stage);
            double all = current.arrivals();
            if (arrival < arrivalsBefore + all - ROUNDING) {
                next += random.map(RandomGenerator::nextExponential).orElse(1.0);
                return Math.round(1e9 * (secondsBefore + current.timeOf(arrival - arrivalsBefore)));
            }
            arrivalsBefore += all;
            secondsBefore += Times.seconds(current.duration());
        }
        return OVER;
    }
}
