package dev.headroom.core.proof;

import static dev.headroom.core.statistics.Thresholds.TOGETHER;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.diagnosis.Candidate;
import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.laws.AllenCunneen;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Tie;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How far to move a limit. The more, the plainer the answer; but no further than doubling, nor beyond where the next limit that is known would
 * hold throughput to less.
 */
final class Steps {

    /** Up, at the most and at the least, of the load as well; a whole worker at any rate. */
    private static final double MOST = Thresholds.DOUBLE;

    static final double LEAST = 1 + Thresholds.QUARTER;

    /** Down, of a capacity that is set. */
    private static final double DOWN = 1 + Thresholds.HALF;

    /** What stays free of a lock or a loop, and of the processor, 0 to 1. */
    private static final double FREE = Thresholds.HALF;

    private static final double CORES = Thresholds.MAJORITY;

    /** Of a quotient that comes to a whole number. */
    private static final double ROUNDING = 1e-9;

    private final Case about;
    private final double most;

    /** @param allowed as many times as many at the most; what tells is tried in any case */
    Steps(Case about, double allowed) {
        this.about = about;
        most = Math.clamp(allowed, LEAST, MOST);
    }

    private static boolean isSetDown(Candidate one) {
        return one.working() > 1 && one.setter().filter(Adjustable::comesBack).isPresent();
    }

    boolean goesDown(Candidate one) {
        return isSetDown(one)
                || one.occupier().isPresent()
                || one.target().equals(Hypothesis.CPU)
                || fewerCalls(one).isPresent();
    }

    Optional<Move> up(Candidate one) {
        return capacity(List.of(one), upTo(one));
    }

    /** Where the next limit is near, by no unit more than it has to be; where that holds already, it is asked whether throughput answers at all. */
    private double upTo(Candidate one) {
        double least = one.working() * LEAST;
        return one.room() >= LEAST
                ? Math.min(one.room(), most)
                : Math.max(one.working() + 1, one.room() > 1 ? Math.floor(least) : Math.rint(least)) / one.working();
    }

    /** Where throughput answered in part it may have come to another limit: no further than that, as it was seen. */
    Optional<Move> upLess(Candidate one, Intervention part) {
        double came = part.elasticity()
                .map(seen -> Math.pow(part.move().factor(), seen.value()))
                .orElse(1.0);
        int to = size(one.working(), Math.max(1 + ROUNDING, Tie.KNEE * came));
        boolean isLess = to + one.lost() < part.move().parts().getFirst().to();
        double step = (double) to / one.working();
        return isLess && step <= came * (1 + ROUNDING) && tells(step, part)
                ? capacity(List.of(one), step)
                : Optional.empty();
    }

    /** Whether windows as uneven as those of that move could tell an answer in full. */
    private static boolean tells(double step, Intervention seen) {
        return seen.elasticity()
                .filter(its ->
                        (its.high() - its.low()) / 2 * Math.log(seen.move().factor()) <= Share.SAME * Math.log(step))
                .isPresent();
    }

    /** As far as the first of them goes. */
    Optional<Move> together(List<Candidate> all) {
        return all.size() < 2
                ? Optional.empty()
                : capacity(all.stream().limit(TOGETHER).toList(), most);
    }

    Optional<Move> down(Candidate one) {
        if (isSetDown(one)) {
            return capacity(List.of(one), 1 / DOWN);
        }
        Optional<Move> fewerCalls = fewerCalls(one);
        if (fewerCalls.isPresent()) {
            return fewerCalls;
        }
        boolean cores = one.target().equals(Hypothesis.CPU);
        double all = cores ? one.limit().workers().orElse(1) : one.working();
        double left = cores ? CORES : FREE;
        return Optional.of(new Move(
                cores ? Subject.PROCESSOR : Subject.OCCUPATION,
                List.of(new Part(one.target(), one.limit().pool(), all, all * left)),
                left,
                Back.SET,
                Double.NaN));
    }

    /**
     * Half as many, and twice as many at least as there would be if none of them waited: then it is not the callers that give less. Throughput stays where
     * what is called is at its ceiling, and by Little's law a call takes as many times less.
     */
    private Optional<Move> fewerCalls(Candidate one) {
        return one.callers().flatMap(callers -> {
            double least = Thresholds.DOUBLE * about.evidence().throughput() * Waiting.working(about.evidence());
            double workers = Math.ceil(Math.max(callers.busy() * Thresholds.HALF, least));
            double factor = workers / callers.busy();
            double calling = callers.calling();
            Adjustable lever = callers.lever();
            Part calls = new Part(one.target(), one.limit().pool(), Math.rint(calling), Math.rint(calling * factor));
            Part by = new Part(lever.target(), lever.target(), lever.capacity(), workers);
            return factor * LEAST <= 1
                    ? Optional.of(new Move(Subject.CALLS, List.of(calls, by), factor, Back.SET, Double.NaN))
                    : Optional.empty();
        });
    }

    Optional<Move> load() {
        return load(Math.clamp(about.room(), LEAST, MOST));
    }

    /** As little as tells, where more was answered in part: that may be up to the next limit, and the load binds as it is. */
    Optional<Move> lessLoad(Intervention more) {
        return load(LEAST).filter(less -> less.factor() < more.move().factor());
    }

    private Optional<Move> load(double step) {
        return about.load().stream()
                .boxed()
                .map(size -> loadPart(size, step))
                .filter(part -> part.from() >= 1 && part.to() > part.from())
                .map(part -> new Move(Subject.LOAD, List.of(part), part.to() / part.from(), Back.SET, Double.NaN))
                .findFirst();
    }

    /**
     * All capacities that can be set to and fro, and users: as many times as much of everything brings as many times the throughput, less the share of
     * what is not among them. By the least of their factors where whole numbers differ, so that this share is not overstated.
     */
    Optional<Move> everything() {
        double step = Math.clamp(about.processorRoom(), LEAST, MOST);
        double factor = step < MOST ? Math.min(step, 1 + Thresholds.HALF) : MOST;
        List<Part> parts = new ArrayList<>();
        about.levers().forEach(lever -> parts.add(part(lever, factor)));
        boolean capacities = !parts.isEmpty();
        about.users().ifPresent(users -> parts.add(loadPart(users, factor)));
        double least = Move.leastFactor(parts);
        return capacities && least > 1
                ? Optional.of(new Move(Subject.EVERYTHING, parts, least, Back.SET, Double.NaN))
                : Optional.empty();
    }

    private static Part loadPart(double size, double step) {
        return new Part(Part.LOAD, "the load", Math.rint(size), Math.rint(size * step));
    }

    private Optional<Move> capacity(List<Candidate> all, double factor) {
        List<Part> parts = all.stream().map(one -> part(one, factor)).toList();
        double moved = IntStream.range(0, all.size())
                .mapToDouble(at -> Math.log((parts.get(at).to() - all.get(at).lost())
                        / (parts.get(at).from() - all.get(at).lost())))
                .average()
                .orElse(0);
        return Math.abs(moved) < 1e-9
                ? Optional.empty()
                : Optional.of(new Move(
                        Subject.CAPACITY,
                        parts,
                        Math.exp(moved),
                        back(all),
                        factor > 1 ? expected(all.getFirst(), Math.exp(moved)) : Double.NaN));
    }

    private static Back back(List<Candidate> all) {
        if (all.stream()
                .allMatch(one -> one.setter().filter(Adjustable::comesBack).isPresent())) {
            return Back.SET;
        }
        return all.size() == 1 && all.getFirst().occupier().isPresent() ? Back.OCCUPIED : Back.NEVER;
    }

    private Part part(Candidate one, double factor) {
        if (!one.shares().isEmpty()) {
            List<Part> shares =
                    one.shares().stream().map(share -> part(share, factor)).toList();
            return Part.of(one.target(), one.limit().pool(), shares);
        }
        return new Part(
                one.target(), one.limit().pool(), one.working() + one.lost(), size(one.working(), factor) + one.lost());
    }

    private Part part(Adjustable lever, double factor) {
        return new Part(lever.target(), about.name(lever), lever.capacity(), size(lever.capacity(), factor));
    }

    /** In whole ones, one at least, and not beyond where it was to be. */
    private static int size(int working, double factor) {
        return factor > 1
                ? Math.max(working + 1, (int) Math.floor(working * factor * (1 + ROUNDING)))
                : Math.clamp((int) Math.rint(working * factor), 1, Math.max(1, working - 1));
    }

    /**
     * Seconds of waiting that a raise takes away, where throughput has no more to gain: all that is waited for it, less what random arrivals leave of it
     * ({@link AllenCunneen}, whose factor for how they vary cancels out).
     */
    private double expected(Candidate one, double factor) {
        if (!about.isGiven() || !(one.explains() > 0)) {
            return Double.NaN;
        }
        int workers = one.working();
        double used = Math.min(one.used(), FULL);
        double before = AllenCunneen.queue(workers, used, 1);
        double after = AllenCunneen.queue((int) Math.rint(workers * factor), used / factor, 1);
        return one.explains() * (1 - after / before);
    }

    /** More than this a limit is not seen to be used while it is carried: a queue of an endless mean says nothing. */
    private static final double FULL = Thresholds.CLOSE;
}
