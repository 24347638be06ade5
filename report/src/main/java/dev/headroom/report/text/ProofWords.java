package dev.headroom.report.text;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Lifted;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.core.statistics.Share;
import java.util.List;
import java.util.Optional;

/** By what a verdict earned its grade, in a sentence. */
public record ProofWords(Diagnosis found, Proof proof, Intervention decisive, Optional<Load> load) {

    /** Seconds that {@code --prove thorough} takes at most. */
    private static final double THOROUGH = 300;

    /** Empty where nothing was moved. */
    public static Optional<String> of(Diagnosed run) {
        return run.diagnosis().flatMap(found -> of(found, run.ownLoad()));
    }

    /** @param load that was ours; empty under somebody else's */
    public static Optional<String> of(Diagnosis found, Optional<Load> load) {
        return found.proof()
                .filter(proof -> proof.decisive() < found.moves().size())
                .map(proof -> new ProofWords(found, proof, found.moves().get(proof.decisive()), load).sentence());
    }

    /** {@code lifted by own-pool: past the ceiling, 2 settings differ}; that is no proof. */
    public static String of(Lifted lifted) {
        int differ = lifted.settings().size();
        return "lifted by " + lifted.variant() + ": "
                + switch (lifted.how()) {
                    case PAST_THE_CEILING -> "past the ceiling";
                    case NO_BACKLOG -> "no backlog under the same load";
                }
                + ", "
                + switch (differ) {
                    case 0 -> "its code differs, and no setting";
                    case 1 -> "1 setting differs";
                    default -> Format.count(differ) + " settings differ";
                };
    }

    /** The same in few words: {@code raised, and throughput answered in full}; empty where nothing was moved. */
    public static Optional<String> brief(Diagnosis found) {
        return found.proof().map(Proof::grounds).map(grounds -> switch (grounds) {
            case RAISED -> "raised, and throughput answered in full";
            case RAISED_TOGETHER -> "raised together with others, and throughput answered in full";
            case WAIT_GONE -> "raised, and the wait for it went";
            case SLOWED -> "slowed, and throughput fell with it";
            case CALLED_LESS -> "called less at once, and throughput stayed";
            case LOAD_RAISED -> "the load was raised, and throughput rose with it";
            case AT_ITS_CEILING -> "at its ceiling";
            case IN_PART ->
                "moved, and throughput answered "
                        + inPart(found.moves().get(found.proof().orElseThrow().decisive()));
            case HARMS -> "more of it harms";
            case TOO_MUCH, OTHER_STATE -> "something else changed while it was moved";
            case ANOTHER_REFUTED -> "what was named first was moved, and throughput did not answer";
            case LOAD_NOT_ANSWERED -> "more load brought no more";
            case LOAD_ANSWERED -> "more load brought more";
            case UNDECIDED -> "moved, and it could not be told";
            case NOT_MOVED -> "not moved";
            case NOT_AMONG_THEM -> "not moved by itself; everything that can be was, together";
        });
    }

    private String sentence() {
        String words = switch (proof.grounds()) {
            case RAISED -> grade() + ": " + moved() + ", throughput answered with " + answer() + once();
            case RAISED_TOGETHER ->
                grade() + " together: "
                        + Prose.names(decisive.move().parts().stream()
                                        .map(Part::name)
                                        .toList())
                                .plain()
                        + ", " + moved() + ", throughput answered with " + answer() + alone() + innocent() + once();
            case WAIT_GONE ->
                grade() + ": " + moved() + ", throughput is given, and the wait for it went: " + answer() + once();
            case SLOWED ->
                "Proved: " + moved() + ", throughput fell with " + answer()
                        + "; the next known limit is well above this throughput";
            case CALLED_LESS ->
                grade() + ": " + moved() + ", throughput stayed and a call took less, with " + answer()
                        + "; the next known limit is well above this throughput"
                        + (found.standing() == Standing.PROVED
                                ? ""
                                : "; whether the queue is there or on the way to it was not seen");
            case LOAD_RAISED -> "Proved: the load was " + moved() + ", and throughput rose with " + answer();
            case AT_ITS_CEILING -> "At its ceiling: " + ceiling();
            case IN_PART ->
                decisive.move().subject() == Subject.LOAD
                        ? (found.standing() == Standing.SUPPORTED ? "Room is left" : "Room is left, but little")
                                + ": the load was "
                                + moved()
                                + ", and throughput rose " + (isTold(decisive) ? "in part only" : inPart(decisive))
                                + ", with " + answer()
                                + (decisive.note().isEmpty() ? "" : "; " + decisive.note())
                        : (isTold(decisive) ? "One of several" : "It does not bind alone")
                                + ", or the next limit is near: "
                                + moved() + ", " + MoveWords.answer(decisive) + " answered " + inPart(decisive)
                                + (isTold(decisive) ? "" : ", by how much could not be told") + ", with " + answer();
            case HARMS ->
                decisive.outcome() == Outcome.NEGATIVE
                        ? "More of it harms: " + moved() + ", " + MoveWords.answer(decisive)
                                + " answered the other way, with " + answer()
                        : "More of it harms: " + moved()
                                + ", and less than half of what was answered before was answered whenever it was back: it may guard what only so many may use";
            case TOO_MUCH ->
                "Not proved: " + moved() + ", more came of it than it can do alone, with " + answer()
                        + "; something else changed meanwhile, or other work holds a part of it all the time";
            case ANOTHER_REFUTED ->
                proof.instead().map(Words::of).orElse("What was named first") + " does not bind alone: " + moved()
                        + ", " + MoveWords.answer(decisive) + " did not answer, with " + answer();
            case LOAD_NOT_ANSWERED ->
                "No room for more load: it was " + moved() + ", and "
                        + (decisive.outcome() == Outcome.BROKEN_OFF
                                ? decisive.note()
                                : "throughput did not answer, with " + answer());
            case LOAD_ANSWERED ->
                "The load was " + moved() + ", and throughput rose with it, with " + answer()
                        + ", which alone does not show that nothing binds: responses take longer than one user's, requests"
                        + " are turned away or given something else, or what one user's take is not known";
            case OTHER_STATE ->
                "Could not be told: the same load gave something else while limits were moved than when it was counted";
            case UNDECIDED -> "Could not be told: " + undecided();
            case NOT_MOVED -> notMoved();
            case NOT_AMONG_THEM -> "What is named was not moved by itself";
        };
        boolean said = proof.grounds() == Diagnosis.Grounds.ANOTHER_REFUTED;
        return words
                + proof.instead()
                        .filter(limit -> !said)
                        .map(limit -> "; named in place of " + Words.of(limit))
                        .orElse("")
                + "."
                + found.moves().stream()
                        .filter(one -> one.move().subject() == Subject.EVERYTHING)
                        .findFirst()
                        .flatMap(ProofWords::residual)
                        .orElse("");
    }

    /** What everything together falls short of one is held by what was not among it. */
    private static Optional<String> residual(Intervention all) {
        return all.elasticity()
                .map(seen -> " Everything that can be set to and fro was raised together"
                        + (all.move().concerns(Part.LOAD) ? " with the load" : "")
                        + (all.note().isEmpty() ? "" : " (" + all.note() + ")") + ": " + MoveWords.of(seen)
                        + ". "
                        + (all.outcome() == Outcome.FULL || all.outcome() == Outcome.EXCESS
                                ? "What holds throughput is among it."
                                : seen.high() < 1
                                        ? Format.share(1 - seen.high()) + " to "
                                                + Format.share(Math.min(1, 1 - seen.low()))
                                                + " of what holds throughput is not among it."
                                        : "Whether what holds throughput is among it could not be told."));
    }

    /** Not in full may be not at all. */
    private static String inPart(Intervention moved) {
        return isTold(moved) ? "in part" : "by less than in full";
    }

    private static boolean isTold(Intervention moved) {
        return moved.outcome() == Outcome.PART;
    }

    private String grade() {
        return switch (found.standing()) {
            case SUSPECTED -> "Suspected";
            case SUPPORTED -> "Supported";
            case PROVED -> "Proved";
        };
    }

    /** What stays raised has no windows at home after it. */
    private String once() {
        return decisive.move().back() == Back.NEVER
                ? "; it stays so, and one step is no proof: whatever else changed at that moment looks the same"
                : "";
    }

    private String moved() {
        return MoveWords.done(decisive.move(), load) + " " + MoveWords.back(decisive);
    }

    private String answer() {
        return decisive.elasticity().map(MoveWords::of).orElse("too few answers")
                + decisive.placebo()
                        .map(found -> "; a placebo moved it by " + MoveWords.number(found.value()))
                        .orElse("");
    }

    private Optional<Intervention> raised(String target) {
        return found.moves().stream()
                .filter(one -> one.move().isOf(target) && one.move().up())
                .findFirst();
    }

    /** What each of those that bind together does by itself, as far as it was tried. */
    private String alone() {
        List<Part> parts = decisive.move().parts();
        List<String> nothing = parts.stream()
                .filter(part -> raised(part.target())
                        .filter(one -> one.outcome() == Outcome.NONE)
                        .isPresent())
                .map(Part::name)
                .toList();
        return nothing.isEmpty()
                ? ""
                : nothing.size() == parts.size()
                        ? "; by themselves " + (parts.size() == 2 ? "neither" : "none of them")
                        : "; by itself " + Prose.names(nothing).plain() + (nothing.size() == 1 ? " gains" : " gain")
                                + " nothing";
    }

    private String innocent() {
        return proof.together().size() > 2 ? "; one of them may not contribute" : "";
    }

    private String ceiling() {
        Optional<Intervention> up = raised(decisive.move().parts().getFirst().target());
        String raising = up.map(one -> switch (one.outcome()) {
                    case NONE -> "raising it alone gains nothing" + (mayHarm(one) ? ", and may harm" : "");
                    case PART -> "raising it alone gains a part";
                    case NEGATIVE -> "raising it alone harms";
                    default -> "whether raising it gains anything could not be told";
                })
                .orElse(
                        decisive.move().subject().onlySlows()
                                ? "there is no more of it to give, and the next limit may be near"
                                : "raising it was not tried");
        return decisive.move().up() || decisive.outcome() != Outcome.FULL
                ? raising + ", with " + answer()
                : moved()
                        + (decisive.move().subject() == Subject.CALLS
                                ? ", throughput stayed and a call took less, with "
                                : ", throughput fell with ")
                        + answer() + "; " + raising;
    }

    private static boolean mayHarm(Intervention raised) {
        return raised.elasticity().filter(one -> one.low() < -Share.SAME).isPresent();
    }

    private String undecided() {
        if (!decisive.note().isEmpty()) {
            return decisive.note();
        }
        Optional<Elasticity> elasticity = decisive.elasticity();
        if (elasticity.isEmpty()) {
            return "too few answers in " + windows(decisive.phases().size());
        }
        Elasticity seen = elasticity.get();
        return (seen.of() == Elasticity.Answer.WAIT ? "share of the wait" : "elasticity") + " between "
                + MoveWords.number(seen.low()) + " and " + MoveWords.number(seen.high()) + " after "
                + windows(decisive.phases().size()) + border(seen) + "; " + longer(seen);
    }

    /** Which answers it may be: without that, one that is almost in full seems to be one. */
    private static String border(Elasticity seen) {
        double full = 1 - Share.SAME;
        return seen.value() >= full && seen.low() > Share.SAME && seen.low() < full
                ? ", which is not surely above " + MoveWords.number(full) + ", as one in full is"
                : "";
    }

    private static String windows(int count) {
        return count == 1 ? "1 window" : Format.count(count) + " windows";
    }

    /** An interval shrinks with the root of the time that is counted, and tells where it fits into the band of one answer. */
    private String longer(Elasticity seen) {
        double wide = (seen.high() - seen.low()) / 2 / Share.SAME;
        double end = Times.seconds(decisive.phases().getLast().at())
                + Times.seconds(decisive.phases().getLast().length());
        double enough = Math.ceil(end * wide * wide / 10) * 10;
        return wide <= 1
                ? "a longer run may tell (--prove thorough)"
                : enough <= THOROUGH
                        ? "some " + Format.seconds(enough) + " of moving it alone would tell (--prove thorough)"
                        : "so uneven are they that some " + Format.count(Math.round(enough / 60))
                                + " min of moving would tell";
    }

    private String notMoved() {
        Move move = decisive.move();
        String note = decisive.note().isEmpty() ? "" : ": " + decisive.note().replaceFirst("[.]$", "");
        return decisive.outcome() == Outcome.BROKEN_OFF
                ? "Broken off: " + MoveWords.what(move, load) + note
                : decisive.outcome() == Outcome.REFUSED
                        ? "Not moved: " + MoveWords.what(move, load) + note
                        : "What is named was not moved; of " + MoveWords.what(move, load) + ", "
                                + MoveWords.outcome(decisive) + note;
    }
}
