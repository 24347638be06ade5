package dev.headroom.lab.proof;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The load under which limits are moved: the one that was counted, started again; where the load itself is moved, what of it stays while the
 * rest comes and goes. It goes on from one move to the next.
 */
final class ProofLoad implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(20);

    /** Seconds between two users who enter: all at once, their connections may not find room in the accept queue. */
    private static final double ENTRY = 0.001;

    private static final double LONGEST_ENTRY = 1;

    /** For the users of a script to come in, and its tool to get warm. */
    private static final double TOOL_ENTRY = 5;

    private final Bench bench;
    private final Load counted;
    private final double cycle;
    private final Duration enough;
    private Optional<RunningLoad> running = Optional.empty();
    private int seeds;

    /**
     * @param counted the load that was counted
     * @param cycle seconds from one request of a user to the next, where it waits for no one
     * @param enough time for all moves
     */
    ProofLoad(Bench bench, Load counted, double cycle, Duration enough) {
        this.bench = bench;
        this.counted = counted;
        this.cycle = cycle;
        this.enough = enough;
    }

    /** Starts it, unless it runs already; its answers are counted by the meter. */
    Entry enter(Meter meter) throws ServiceException, InterruptedException {
        double entry = 0;
        if (running.isEmpty()) {
            Load load = part(whole(), counted.seed());
            running = Optional.of(bench.start(load));
            entry = switch (load) {
                case Load.Open open -> 0;
                case Load.Closed closed -> Times.seconds(closed.rampUp());
                case Load.Tool tool -> begun(running.get());
            };
        }
        RunningLoad load = running.orElseThrow();
        meter.add(load);
        return new Entry(load, entry > cycle ? entry : 0);
    }

    /** Waits until a tool that has been started sends; how its users come in then is its script's. */
    private double begun(RunningLoad load) throws ServiceException, InterruptedException {
        while (!load.counted().isDone()) {
            pause(load);
        }
        return TOOL_ENTRY;
    }

    private void pause(RunningLoad load) throws ServiceException, InterruptedException {
        if (!bench.pause(load, EVERY, LoadProgress.Phase.PROOF)) {
            throw new ServiceException("the load ended before its time");
        }
    }

    /** Starts as many users, or as many requests per second, beside the others as a move adds. */
    RunningLoad more(Move move, Meter meter) throws ServiceException {
        Part part = move.parts().getFirst();
        seeds++;
        RunningLoad more = bench.start(part(part.to() - part.from(), counted.seed() + (long) whole() + seeds));
        meter.add(more);
        return more;
    }

    /** @param seconds until all of its users are in; 0 where they are */
    final class Entry {
        private final RunningLoad load;
        final double seconds;

        private Entry(RunningLoad load, double seconds) {
            this.load = load;
            this.seconds = seconds;
        }

        /** Until it is time to count again. */
        void pause() throws ServiceException, InterruptedException {
            ProofLoad.this.pause(load);
        }
    }

    /** Whether who has an answer asks again. */
    boolean comesAgain() {
        return !(counted instanceof Load.Open);
    }

    private double whole() {
        return switch (counted) {
            case Load.Open open -> open.rate().perSecond();
            case Load.Closed closed -> closed.users();
            case Load.Tool tool -> tool.users().orElse(1);
        };
    }

    /**
     * The same load with so many users, or at such a rate.
     *
     * @param seed of its own for each of two that run together: else their arrivals and users keep step
     */
    private Load part(double size, long seed) {
        return switch (counted) {
            case Load.Open open ->
                new Load.Open(Rate.perSecond(size), enough, open.transport(), Optional.empty())
                        .arriving(open.arrivals(), seed)
                        .connected(connections(open, size / whole()));
            case Load.Closed closed ->
                new Load.Closed(
                        (int) size,
                        Times.ofSeconds(entry()),
                        closed.think(),
                        new Until.Elapsed(enough),
                        seed,
                        closed.transport(),
                        Optional.empty());
            case Load.Tool tool ->
                tool.told(OptionalInt.of((int) size), tool.length().map(own -> enough));
        };
    }

    /** Seconds until users are in: those who enter together are answered together, and spread over a cycle answers come evenly. */
    double entry() {
        return counted instanceof Load.Closed ? Math.min(LONGEST_ENTRY, Math.max(whole() * ENTRY, cycle)) : 0;
    }

    private static OptionalInt connections(Load.Open open, double share) {
        return open.connections().isPresent()
                ? OptionalInt.of((int) Math.ceil(share * open.connections().getAsInt()))
                : OptionalInt.empty();
    }

    /** Ends the load; what it has in flight does not matter any more. */
    @Override
    public void close() {
        running.ifPresent(RunningLoad::close);
        running = Optional.empty();
    }
}
