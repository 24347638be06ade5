package dev.headroom.core.proof;

import static dev.headroom.core.statistics.Thresholds.MOVES;

import dev.headroom.core.diagnosis.Candidate;
import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.statistics.ErrorBudget;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.statistics.Thresholds;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which limit to move next. What is named goes first, upwards: a limit that binds alone answers in full. Where it does not answer at all its rivals are
 * raised, one after the other: each has its part of the campaign's error, so that chance passes none though several are tried. Where none answers, or there is
 * no way up, it goes down: who answers only downwards stands at its ceiling, with another right behind it, and is moved together with its
 * rivals. That nothing binds is shown by more load alone. Where nothing was proved, everything is moved together at last: by what that falls short of
 * one, something holds that is not among it: elasticities add up to one (Euler; throughput is homogeneous of degree one).
 */
public final class Campaign {

    /** Of all that a campaign says, the probability that any of it is false. */
    private static final double FALSE = Thresholds.ERROR;

    public static final ErrorBudget BUDGET = new ErrorBudget(FALSE, MOVES);

    private static final Set<Outcome> NO_ANSWER = EnumSet.of(Outcome.NONE, Outcome.NEGATIVE);

    static final Set<Outcome> NOT_IN_FULL = EnumSet.of(Outcome.NONE, Outcome.PART, Outcome.NEGATIVE);

    /**
     * What may be moved.
     *
     * @param load whether the load is ours
     * @param down whether a limit may be made smaller, which its users feel
     * @param lasting whether what does not come back under load may be moved
     * @param most as many times as many as may be at work, where that is less than is asked for and enough to tell
     */
    public record Rights(boolean load, boolean down, boolean lasting, double most) {
        /** Of a service that the lab has started, and ends. */
        public static final Rights ALL = new Rights(true, true, true, Double.POSITIVE_INFINITY);
        /** Of somebody else's. */
        public static final Rights GUEST = new Rights(false, false, false, Double.POSITIVE_INFINITY);

        /** The same with as many times as many at the most. */
        public Rights upTo(double times) {
            return new Rights(load, down, lasting, Math.min(most, times));
        }
    }

    private final Case about;
    private final Rights rights;
    private final Steps steps;
    private final List<Candidate> candidates;

    public Campaign(Case about, Rights rights) {
        this.about = about;
        this.rights = rights;
        steps = new Steps(about, rights.most());
        candidates = about.candidates();
    }

    /** What to move after those; empty where nothing more would tell. */
    public Optional<Move> next(List<Intervention> done) {
        if (!about.canBeTried() || done.size() >= MOVES) {
            return Optional.empty();
        }
        return single(done).or(() -> everything(done));
    }

    private Optional<Move> single(List<Intervention> done) {
        return switch (about.found().verdict()) {
            case LOAD_IS_THE_LIMIT, UNKNOWN -> {
                Optional<Intervention> load = load(done);
                yield load.isEmpty()
                        ? rights.load() ? steps.load() : Optional.empty()
                        : load.filter(this::mayBeLess)
                                .flatMap(steps::lessLoad)
                                .or(() -> load.filter(Campaign::isNotInFull).flatMap(one -> limits(done)));
            }
            default -> limits(done);
        };
    }

    /**
     * More may have gone beyond a limit that is clear of the load as it is. Of an open load, it leaves a backlog behind, and what is answered of that at home
     * hides what was answered of more.
     */
    private boolean mayBeLess(Intervention load) {
        return load.outcome() == Outcome.PART
                || addsFailures(load)
                || about.users().isEmpty() && isNotInFull(load);
    }

    /** Where all was told, and nothing answered in full when it was raised, or what is named cannot be moved; once. */
    private Optional<Move> everything(List<Intervention> done) {
        boolean told = (!done.isEmpty() || isUnknown())
                && done.stream()
                        .allMatch(one -> isNotInFull(one)
                                || one.outcome() == Outcome.FULL && !one.move().up());
        return told && rights.load() && !about.isGiven() && done.stream().noneMatch(Campaign::stays)
                ? steps.everything()
                        .filter(all -> done.stream()
                                .noneMatch(one -> one.move().subject() == Subject.EVERYTHING
                                        || one.move().targets().equals(all.targets())))
                : Optional.empty();
    }

    private boolean isUnknown() {
        return about.found()
                .bindingLimit()
                .filter(limit -> limit.kind() == LimitKind.UNKNOWN)
                .isPresent();
    }

    /** Whether who waits has been given the time for which it waits, as rate limiters do: a move takes effect behind all of them. */
    public boolean isReserved(Move move) {
        return candidates.stream()
                .filter(one -> one.limit().kind() == LimitKind.RATE_LIMITER)
                .anyMatch(one -> move.concerns(one.target()));
    }

    private static Optional<Intervention> load(List<Intervention> done) {
        return done.stream().filter(one -> one.move().subject() == Subject.LOAD).reduce((first, last) -> last);
    }

    private Optional<Move> limits(List<Intervention> done) {
        boolean stays = done.stream().anyMatch(Campaign::stays);
        List<Candidate> rivals = tried().stream()
                .dropWhile(one -> isInVain(one, done))
                .filter(this::mayGoUp)
                .toList();
        if (!stays && !rivals.isEmpty() && !rivals.getFirst().equals(candidates.getFirst())) {
            Optional<Outcome> up = outcome(rivals.getFirst(), true, done);
            if (up.isEmpty()) {
                return steps.up(rivals.getFirst());
            }
            if (!NOT_IN_FULL.contains(up.get())) {
                return Optional.empty();
            }
            Optional<Move> less = upLess(rivals.getFirst(), done);
            if (less.isPresent()) {
                return less;
            }
        }
        for (Candidate one : tried()) {
            Optional<Outcome> up = outcome(one, true, done);
            if (up.isEmpty() && mayGoUp(one)) {
                return steps.up(one);
            }
            if (up.isPresent() && !NOT_IN_FULL.contains(up.get())) {
                return Optional.empty(); // proved, or not told: no other move would prove anything of this one
            }
            Optional<Move> less = upLess(one, done);
            if (less.isPresent()) {
                return less;
            }
            Optional<Outcome> down = outcome(one, false, done);
            if (down.isEmpty() && mayGoDown(one) && !stays) {
                return steps.down(one);
            }
            boolean tied = down.filter(its -> its == Outcome.FULL).isPresent()
                    || up.filter(its -> its == Outcome.PART).isPresent()
                    || up.isPresent() && (stays || !mayGoDown(one));
            if (tied && together(done).isEmpty()) {
                Optional<Move> all = steps.together(others(one));
                if (all.isPresent()) {
                    return all;
                }
            }
            Optional<Intervention> together = together(done).filter(its -> its.outcome() == Outcome.FULL);
            if (together.isPresent()) {
                return stays ? Optional.empty() : aloneOf(together.get(), done);
            }
            if (stays || !isRefuted(one, done)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Where throughput answered a first raise in part, perhaps since the next limit is nearer than it was known to be. */
    private Optional<Move> upLess(Candidate one, List<Intervention> done) {
        List<Intervention> raised =
                alone(one, done).filter(its -> its.move().up()).toList();
        return raised.size() == 1
                        && raised.getFirst().outcome() == Outcome.PART
                        && done.stream().noneMatch(Campaign::stays)
                ? steps.upLess(one, raised.getFirst())
                : Optional.empty();
    }

    private Optional<Move> aloneOf(Intervention together, List<Intervention> done) {
        return onceMore(together, candidates, done).stream()
                .filter(one -> alone(one, true, since(together, done)).isEmpty())
                .findFirst()
                .flatMap(steps::up);
    }

    /** Of several that bind together, those that have to be raised by themselves since then, as what is behind may have grown: the first alone where it has a part in it, being at its ceiling. */
    static List<Candidate> onceMore(Intervention together, List<Candidate> all, List<Intervention> done) {
        List<Candidate> bound = all.stream()
                .filter(one -> together.move().concerns(one.target()))
                .toList();
        return outcome(bound.getFirst(), false, done).equals(Optional.of(Outcome.FULL)) ? bound.subList(0, 1) : bound;
    }

    /** Symptoms are moved together with what fills them, never by themselves. */
    private List<Candidate> tried() {
        return candidates.stream()
                .filter(one -> !one.symptom() || about.isNamed() && one.equals(candidates.getFirst()))
                .toList();
    }

    /** Not one permit, or one thread, of somebody else's: it may be there so that only one at a time changes something, and with two, data may be damaged. */
    private boolean mayGoUp(Candidate one) {
        return one.setter().isPresent()
                && (rights.lasting()
                        || one.setter().filter(Adjustable::comesBack).isPresent() && !one.excludes());
    }

    /** Not while throughput is given: it would fall short of what is asked for, whatever binds. Nor while users who think hide the wait, where the wait tells by a raise. */
    private boolean mayGoDown(Candidate one) {
        boolean toldByARaise = about.hidesWaits() && mayGoUp(one);
        return rights.down() && !about.isCarried() && !toldByARaise && steps.goesDown(one);
    }

    /** With everything else that is full and can be raised; with what is full because of others only where that is all. */
    private List<Candidate> others(Candidate one) {
        List<Candidate> all = Stream.concat(Stream.of(one), candidates.stream().filter(other -> !other.equals(one)))
                .filter(this::mayGoUp)
                .toList();
        List<Candidate> roots = all.stream()
                .filter(other -> !other.symptom() || other.equals(one))
                .toList();
        return roots.size() > 1 ? roots : all;
    }

    /** Whether it is larger for the rest of the campaign: what is moved by itself after that says nothing of the state that was diagnosed. */
    private static boolean stays(Intervention one) {
        return one.move().up() && one.move().back() != Back.SET && one.outcome() != Outcome.REFUSED;
    }

    /** Those that began in the state that was diagnosed. */
    static Stream<Intervention> beforeOneStays(List<Intervention> done) {
        int first = IntStream.range(0, done.size())
                .filter(at -> stays(done.get(at)))
                .findFirst()
                .orElse(done.size());
        return done.stream().limit(first + 1L);
    }

    /** Whether throughput surely answers by less than in full, though by how much may not be known. */
    static boolean isNotInFull(Intervention one) {
        return NOT_IN_FULL.contains(one.outcome())
                || (one.outcome() == Outcome.UNDECIDED || addsFailures(one))
                        && one.elasticity()
                                .filter(seen -> seen.high() < 1 - Share.SAME)
                                .isPresent();
    }

    /** Whether it was broken off since more responses failed: throughput is then of the good ones. */
    static boolean addsFailures(Intervention one) {
        return one.outcome() == Outcome.BROKEN_OFF && Reading.addsFailures(one.phases());
    }

    static Optional<Intervention> together(List<Intervention> done) {
        return done.stream()
                .filter(one -> one.move().subject() == Subject.CAPACITY
                        && one.move().parts().size() > 1)
                .findFirst();
    }

    static List<Intervention> since(Intervention one, List<Intervention> done) {
        return done.subList(done.indexOf(one) + 1, done.size());
    }

    /** The last of them that was carried out: where it was moved twice, by less. */
    static Optional<Intervention> alone(Candidate one, boolean up, List<Intervention> done) {
        return alone(one, done)
                .filter(moved -> moved.move().up() == up)
                .reduce((first, last) -> last.phases().isEmpty() ? first : last);
    }

    static Stream<Intervention> alone(Candidate one, List<Intervention> done) {
        return done.stream().filter(moved -> moved.move().isOf(one.target()));
    }

    /** Whether throughput does not answer at all when it is raised by itself. */
    static boolean isInVain(Candidate one, List<Intervention> done) {
        return outcome(one, true, done).filter(its -> its == Outcome.NONE).isPresent();
    }

    /** By how much less than in full it answers need not be known; and what adds errors in place of answers is raised in vain. */
    private static Optional<Outcome> outcome(Candidate one, boolean up, List<Intervention> done) {
        return alone(one, up, done).map(moved -> switch (moved.outcome()) {
            case UNDECIDED -> isNotInFull(moved) ? Outcome.PART : Outcome.UNDECIDED;
            case BROKEN_OFF -> isNotInFull(moved) ? Outcome.NONE : Outcome.BROKEN_OFF;
            default -> moved.outcome();
        });
    }

    /** Whether throughput does not answer it: not upwards, nor in full downwards, nor perhaps as one of several that answer together. */
    static boolean isRefuted(Candidate one, List<Intervention> done) {
        Optional<Outcome> up = outcome(one, true, done);
        Optional<Outcome> down = outcome(one, false, done);
        return !takesPart(one, done)
                && up.map(NO_ANSWER::contains)
                        .orElse(down.filter(its -> its == Outcome.NONE).isPresent())
                && down.filter(its -> its == Outcome.FULL || its == Outcome.UNDECIDED)
                        .isEmpty();
    }

    /** And what was raised in vain while a rival may answer: that binds, be it alone or with the others. */
    static Set<String> refuted(List<Candidate> all, List<Intervention> done) {
        boolean open = all.stream().anyMatch(one -> !one.symptom() && !isInVain(one, done) && !isRefuted(one, done));
        return all.stream()
                .filter(one -> isRefuted(one, done) || open && isOutOfIt(one, done))
                .map(Candidate::target)
                .collect(Collectors.toSet());
    }

    private static boolean isOutOfIt(Candidate one, List<Intervention> done) {
        return isInVain(one, done)
                && !outcome(one, false, done).equals(Optional.of(Outcome.FULL))
                && !takesPart(one, done);
    }

    /** Whether it may bind with those that answered in full together with it, or would perhaps have if they could have been moved. */
    private static boolean takesPart(Candidate one, List<Intervention> done) {
        return outcome(one, false, done).isEmpty()
                && together(done)
                        .filter(its -> its.move().concerns(one.target()))
                        .filter(its ->
                                its.outcome() == Outcome.FULL || its.phases().isEmpty())
                        .isPresent();
    }
}
