package dev.headroom.lab;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.LoadPart;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The part of a run that its pools speak of: load fully on, throughput settled, and neither the beginning nor the drain. The laws hold for
 * flow in balance; where a backlog grows, they hold for the saturated limit from the moment it is full.
 */
final class Windows {

    /** The first tenth fills pools and queues: a common pool of 7 is full within a second of a minute's load. */
    private static final int BEGINNING = 10;

    /** Share of the users (0 to 1) that wait for an answer while all of them are there and none thinks. */
    private static final double ALL = 0.95;

    private Windows() {}

    /**
     * @param counted start of the counted load
     * @param offered when the last request was sent
     * @param cycle what a request takes that waits for no one, where that is known
     * @param series of the whole run
     * @param beginning how much of a window throughput needs to settle
     */
    static Window of(
            Load load,
            Instant counted,
            Instant offered,
            Optional<Duration> cycle,
            List<LoadResult.Second> series,
            Function<Window, Duration> beginning) {
        Duration all = Duration.between(counted, offered);
        Instant start = counted.plus(all.dividedBy(BEGINNING));
        Instant end = offered;
        if (hasStages(load)) {
            Window of = of(load.steady(), load instanceof Load.Open open ? open.duration() : all, counted);
            start = of.start();
            end = of.end().isBefore(offered) ? of.end() : offered;
        } else if (load instanceof Load.Closed closed) {
            Instant allIn = counted.plus(closed.rampUp());
            start = allIn.isAfter(start) ? allIn : start;
            if (closed.until() instanceof Until.Iterations) {
                // Users leave as they came, one ramp-up apart: the first leaves about so long before the last sends.
                end = offered.minus(closed.rampUp());
            }
            Optional<Instant> leaving = allThere(closed, series).map(counted::plus);
            if (leaving.isPresent() && leaving.get().isBefore(end) && start.isBefore(leaving.get())) {
                end = leaving.get();
            }
        }
        if (start.isBefore(end)) {
            start = start.plus(beginning.apply(new Window(start, Duration.between(start, end))));
            if (load instanceof Load.Closed closed) {
                Duration whole = Duration.between(start, end);
                start = end.minus(cycle.map(closed.thinkTime()::plus)
                        .map(one -> wholeCycles(whole, one))
                        .orElse(whole));
            }
        }
        // A load of few requests has no middle: all of it is better than nothing.
        return start.isBefore(end) ? new Window(start, Duration.between(start, end)) : new Window(counted, all);
    }

    static boolean hasStages(Load load) {
        return switch (load) {
            case Load.Open open -> !open.stages().isEmpty();
            case Load.Closed closed -> !closed.stages().isEmpty();
            case Load.Tool tool -> false;
        };
    }

    /** The last stage of one load but for its beginning; where it changes all the time, the last tenth, in which it changes least. */
    private static Window of(Optional<LoadPart> steady, Duration whole, Instant counted) {
        Duration from = steady.map(
                        part -> part.start().plus(part.end().minus(part.start()).dividedBy(BEGINNING)))
                .orElse(whole.multipliedBy(BEGINNING - 1L).dividedBy(BEGINNING));
        Duration to = steady.map(LoadPart::end).orElse(whole);
        return new Window(counted.plus(from), to.minus(from));
    }

    /**
     * Until when all users were there. A service that is not fair to its clients lets some end long before others, and
     * those who are left load it less. Empty for users who think, and where the number in flight never shows all of them.
     */
    private static Optional<Duration> allThere(Load.Closed closed, List<LoadResult.Second> series) {
        if (!closed.thinkTime().isZero()) {
            return Optional.empty();
        }
        return series.stream()
                .filter(second -> second.inFlight() >= ALL * closed.users())
                .reduce((earlier, later) -> later)
                .map(last -> Duration.ofSeconds(last.second() + 1L));
    }

    /**
     * Users that entered together are answered together, one cycle of request and thought after the other. A window that
     * cuts through a cycle counts a batch too many or too few; one of whole cycles counts right wherever it begins.
     */
    private static Duration wholeCycles(Duration whole, Duration cycle) {
        boolean fits = cycle.isPositive() && cycle.compareTo(whole) <= 0;
        return fits ? cycle.multipliedBy(whole.dividedBy(cycle)) : whole;
    }
}
