package dev.headroom.core.proof;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.diagnosis.Candidate;
import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.statistics.Share;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a campaign says of a diagnosis. Proved is only what answered in full when it was raised by itself, or together with the rivals that tie
 * with it; what can only be made smaller is proved where it answers in full and the next limit is clear above. Whatever could not be told is
 * said to be so, and keeps the grade that it had without moves.
 */
public final class Ruling {

    /** What throughput may come to beside a limit that can only be made smaller, over what it is: as much as a raise by half that is answered in full. */
    private static final double CLEAR = Math.pow(1 + Thresholds.HALF, 1 - Share.SAME);

    /** Of what requests wait (0 to 1), what such a limit has to explain, and one of which only the wait for it goes. */
    private static final double EXPLAINED = Thresholds.NEARLY_ALL;

    private final Case about;
    private final Diagnosis found;
    private final List<Intervention> done;
    private final List<Candidate> candidates;

    private Ruling(Case about, List<Intervention> done) {
        this.about = about;
        this.found = about.found();
        this.done = done;
        candidates = about.candidates();
    }

    public static Diagnosis of(Case about, List<Intervention> done) {
        return done.isEmpty() ? about.found() : Harm.warned(Caveats.of(about, new Ruling(about, done).rule()), done);
    }

    private Diagnosis rule() {
        Optional<OtherState> other = OtherState.in(about, done);
        if (other.isPresent()) {
            Intervention by = other.get().by();
            return Harm.lasts(by, about.evidence().workload().throughput().value())
                    ? found.judged(Standing.SUSPECTED, done, proof(Grounds.HARMS, by))
                    : about.notSettled(other.get().trouble())
                            .judged(Standing.SUSPECTED, done, proof(Grounds.OTHER_STATE, by));
        }
        return switch (found.verdict()) {
            case LOAD_IS_THE_LIMIT, UNKNOWN -> load();
            default -> limit(found, candidates);
        };
    }

    private Diagnosis load() {
        List<Intervention> loads = done.stream()
                .filter(one -> one.move().subject() == Subject.LOAD)
                .toList();
        if (loads.isEmpty()) {
            return found;
        }
        Intervention moved = loads.stream()
                .filter(Ruling::isTold)
                .reduce((first, last) -> last)
                .orElse(loads.getLast());
        boolean clear = found.verdict() == Verdict.LOAD_IS_THE_LIMIT || !about.isCarried() && about.mayBeClear();
        return switch (moved.outcome()) {
            case FULL ->
                clear
                        ? about.clear()
                                .judged(
                                        mayWait(moved) ? Standing.SUSPECTED : Standing.PROVED,
                                        done,
                                        proof(Grounds.LOAD_RAISED, moved))
                        : found.judged(found.standing(), done, proof(Grounds.LOAD_ANSWERED, moved));
            case NONE, PART, NEGATIVE, EXCESS, UNDECIDED ->
                Campaign.isNotInFull(moved)
                        ? held(moved)
                        : found.judged(found.standing(), done, proof(Grounds.UNDECIDED, moved));
            case REFUSED -> found.judged(found.standing(), done, proof(Grounds.NOT_MOVED, moved));
            case BROKEN_OFF ->
                clear && Campaign.addsFailures(moved)
                        ? about.edge(moved.outcome(), moved.move().factor())
                                .judged(Standing.SUSPECTED, done, proof(Grounds.LOAD_NOT_ANSWERED, moved))
                        : found.judged(Standing.SUSPECTED, done, proof(Grounds.NOT_MOVED, moved));
        };
    }

    /** Whether requests may wait though more of them are answered: as one user does, or for what the service does besides. */
    private boolean mayWait(Intervention more) {
        return Waiting.isAloneAsWell(about.evidence())
                || Bound.isLongerThoughHardlyAnyWait(about.evidence()) && !Reading.isSooner(more);
    }

    private static boolean isTold(Intervention one) {
        return switch (one.outcome()) {
            case FULL, PART, NONE, NEGATIVE, EXCESS -> true;
            case UNDECIDED, REFUSED, BROKEN_OFF -> false;
        };
    }

    /** More load brought no more: something binds, whatever seemed to be. */
    private Diagnosis held(Intervention load) {
        Diagnosis named = about.besides(Set.of());
        boolean alone = done.stream().allMatch(one -> one.move().subject() == Subject.LOAD);
        Optional<Diagnosis> proved = Optional.of(named)
                .filter(its -> !alone && its.bindingLimit().isPresent())
                .map(its -> limit(its, candidates));
        if (proved.filter(its -> its.standing() == Standing.PROVED).isPresent()) {
            return proved.get();
        }
        boolean some = load.outcome() != Outcome.NONE && load.outcome() != Outcome.NEGATIVE;
        boolean clear = found.verdict() == Verdict.LOAD_IS_THE_LIMIT;
        if (clear && some && isRoomLeft(load)) {
            return found.judged(Standing.SUPPORTED, done, proof(Grounds.IN_PART, load));
        }
        if (some && about.isCarried()) {
            // what was added is not carried: how much room is left is known, and that it is little
            return found.judged(Standing.SUSPECTED, done, proof(Grounds.IN_PART, load));
        }
        if (clear && (some || named.knownLimit().isEmpty())) {
            return about.edge(load.outcome(), load.move().factor())
                    .judged(Standing.SUSPECTED, done, proof(some ? Grounds.IN_PART : Grounds.LOAD_NOT_ANSWERED, load));
        }
        return proved.orElseGet(() -> named.judged(Standing.SUSPECTED, done, proof(Grounds.LOAD_NOT_ANSWERED, load)));
    }

    private Diagnosis limit(Diagnosis claim, List<Candidate> all) {
        for (Candidate one : all) {
            Optional<Intervention> up = Campaign.alone(one, true, done);
            if (up.filter(its -> its.outcome() == Outcome.FULL && accounts(its, one))
                    .isPresent()) {
                return naming(one, claim)
                        .judged(grade(up.get()), done, because(raised(up.get()), up.get(), List.of(), one, claim));
            }
            Optional<Intervention> down = Campaign.alone(one, false, done);
            if (down.filter(its -> its.outcome() == Outcome.FULL
                                    && its.move().subject().onlySlows())
                            .isPresent()
                    && isClear(one)
                    && !isContradicted(one)) {
                return naming(one, claim)
                        .judged(
                                grade(down.get(), one),
                                done,
                                because(slowed(down.get()), down.get(), List.of(), one, claim));
            }
        }
        return together(claim, all).orElseGet(() -> unproved(claim, all));
    }

    /**
     * Of several that answer in full together, one has a part in it that is at its ceiling, or else none still does so by itself. Of two, each is then needed, if those
     * that had to be raised once more did not answer in full; of more, one may be among them that is not.
     */
    private Optional<Diagnosis> together(Diagnosis claim, List<Candidate> all) {
        return Campaign.together(done)
                .filter(its -> its.outcome() == Outcome.FULL)
                .flatMap(moved -> {
                    List<Candidate> bound = all.stream()
                            .filter(one -> moved.move().concerns(one.target()))
                            .toList();
                    Candidate first = bound.getFirst();
                    List<Candidate> onceMore = Campaign.onceMore(moved, all, done);
                    boolean atItsCeiling = onceMore.size() < bound.size();
                    boolean isNeeded = onceMore.stream()
                            .allMatch(one -> Campaign.alone(one, true, Campaign.since(moved, done))
                                    .filter(Campaign::isNotInFull)
                                    .isPresent());
                    boolean noneAlone = bound.stream()
                            .allMatch(one -> Campaign.alone(one, true, done)
                                    .filter(Campaign::isNotInFull)
                                    .isPresent());
                    List<Limit> limits = bound.stream().map(Candidate::limit).toList();
                    return (atItsCeiling || isNeeded || noneAlone) && accounts(moved, first)
                            ? Optional.of(naming(first, claim)
                                    .judged(
                                            bound.size() == 2 && isNeeded ? grade(moved) : Standing.SUPPORTED,
                                            done,
                                            because(Grounds.RAISED_TOGETHER, moved, limits, first, claim)))
                            : Optional.empty();
                });
    }

    /** What stays raised was moved once: whatever else changed at that moment would look the same. */
    private static Standing grade(Intervention up) {
        return up.move().back() == Back.NEVER ? Standing.SUPPORTED : Standing.PROVED;
    }

    /** Fewer calls show that a queue stands behind them, on the way or in the other process: that it is in there, only what that one was seen to have at work. */
    private static Standing grade(Intervention down, Candidate one) {
        boolean onTheWay =
                down.move().subject() == Subject.CALLS && one.limit().workers().isEmpty();
        return onTheWay ? Standing.SUPPORTED : Standing.PROVED;
    }

    /** Where throughput had no more to gain, the wait that went has to be nearly all that there was. */
    private static boolean accounts(Intervention up, Candidate one) {
        return raised(up) == Grounds.RAISED || one.explained() >= EXPLAINED;
    }

    private static Grounds raised(Intervention up) {
        return up.elasticity().map(Elasticity::of).filter(Answer.WAIT::equals).isPresent()
                ? Grounds.WAIT_GONE
                : Grounds.RAISED;
    }

    /** More of others answered in full: then what only slows is not what holds throughput. */
    private boolean isContradicted(Candidate one) {
        return done.stream()
                .anyMatch(moved -> moved.outcome() == Outcome.FULL
                        && moved.move().up()
                        && !moved.move().concerns(one.target()));
    }

    private static Grounds slowed(Intervention down) {
        return down.move().subject() == Subject.CALLS ? Grounds.CALLED_LESS : Grounds.SLOWED;
    }

    private boolean isClear(Candidate one) {
        return Math.min(one.room(), about.roomOutside(one.target())) >= CLEAR && one.explained() >= EXPLAINED;
    }

    /** What is known of the first that was moved, which is what was named where that can be. */
    private Diagnosis unproved(Diagnosis claim, List<Candidate> all) {
        Set<String> refuted = Campaign.refuted(all, done);
        Optional<Candidate> named = all.stream()
                .filter(one -> claim.bindingLimit().filter(one.limit()::equals).isPresent())
                .findFirst();
        Optional<Intervention> moved = named.flatMap(this::decisive);
        if (moved.isEmpty()) {
            Intervention first = done.getFirst();
            boolean everything = first.move().subject() == Subject.EVERYTHING;
            Diagnosis judged = claim.judged(
                    atMost(claim), done, proof(everything ? Grounds.NOT_AMONG_THEM : Grounds.NOT_MOVED, first));
            return everything
                    ? Advice.ofEverything(judged, first, about.evidence().observation())
                    : judged;
        }
        if (refuted.contains(named.get().target())) {
            Optional<Limit> instead = named.map(Candidate::limit);
            Proof by = new Proof(Grounds.ANOTHER_REFUTED, done.indexOf(moved.get()), List.of(), instead);
            return about.besides(refuted).judged(Standing.SUSPECTED, done, by);
        }
        Grounds grounds = grounds(moved.get());
        boolean doubtful = grounds == Grounds.HARMS
                || grounds == Grounds.TOO_MUCH && !about.evidence().isObserved()
                || grounds == Grounds.IN_PART
                || isRaisedInPart(named.get())
                || moved.get().outcome() == Outcome.NONE
                || Campaign.addsFailures(moved.get());
        Standing grade = doubtful ? Standing.SUSPECTED : atMost(claim);
        return withoutGain(claim.judged(grade, done, proof(grounds, moved.get())), named.get());
    }

    private Diagnosis withoutGain(Diagnosis judged, Candidate one) {
        return Campaign.alone(one, true, done)
                .filter(up -> up.outcome() == Outcome.NONE || up.outcome() == Outcome.NEGATIVE)
                .map(up -> Advice.withoutGain(judged, one.limit()))
                .orElse(judged);
    }

    /** Raising it did not pay in full once: that it answers when it is made smaller says no more than that it is used. */
    private boolean isRaisedInPart(Candidate one) {
        return Campaign.alone(one, done).anyMatch(moved -> moved.move().up() && Campaign.isNotInFull(moved));
    }

    /** A move that decided something counts for more than the one before it. */
    private Optional<Intervention> decisive(Candidate one) {
        Optional<Intervention> down = Campaign.alone(one, false, done)
                .filter(its -> its.outcome() == Outcome.FULL || its.outcome() == Outcome.NONE);
        return down.or(() -> Campaign.alone(one, true, done)).or(() -> Campaign.alone(one, false, done));
    }

    private static Grounds grounds(Intervention moved) {
        return switch (moved.outcome()) {
            case FULL -> moved.move().up() ? raised(moved) : Grounds.AT_ITS_CEILING;
            case NONE -> Grounds.AT_ITS_CEILING;
            case PART -> Grounds.IN_PART;
            case NEGATIVE -> Grounds.HARMS;
            case EXCESS -> Grounds.TOO_MUCH;
            case UNDECIDED -> Campaign.isNotInFull(moved) ? Grounds.IN_PART : Grounds.UNDECIDED;
            case REFUSED, BROKEN_OFF -> Grounds.NOT_MOVED;
        };
    }

    private static Standing atMost(Diagnosis claim) {
        return claim.standing() == Standing.PROVED ? Standing.SUPPORTED : claim.standing();
    }

    private Diagnosis naming(Candidate one, Diagnosis claim) {
        return claim.bindingLimit().filter(one.limit()::equals).isPresent() ? claim : about.naming(one);
    }

    private Proof because(Grounds grounds, Intervention by, List<Limit> together, Candidate named, Diagnosis claim) {
        Optional<Limit> instead =
                claim.bindingLimit().filter(limit -> !limit.equals(named.limit()) && !together.contains(limit));
        return new Proof(grounds, done.indexOf(by), together, instead);
    }

    private Proof proof(Grounds grounds, Intervention by) {
        return new Proof(grounds, done.indexOf(by), List.of(), Optional.empty());
    }

    /**
     * Much more load that is answered in part, and surely by as much as the least that is tried: what binds does so above that, unless a lesser raise says otherwise. X(f N) >= X(N) f^e, and no limit is full at less than
     * what it gives.
     */
    private boolean isRoomLeft(Intervention load) {
        boolean surely = load.elasticity()
                .filter(its -> its.of() == Answer.THROUGHPUT)
                .filter(its -> Math.pow(load.move().factor(), its.low()) >= Steps.LEAST)
                .isPresent();
        return surely
                && !Campaign.addsFailures(load)
                && done.stream()
                        .filter(one -> one.move().subject() == Subject.LOAD)
                        .noneMatch(one -> one.move().factor() < load.move().factor() && Campaign.isNotInFull(one));
    }
}
