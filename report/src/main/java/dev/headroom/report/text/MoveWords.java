package dev.headroom.report.text;

import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Elasticity.Answer;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.load.Load;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A move and its figures in words. */
public final class MoveWords {

    private MoveWords() {}

    /** {@code common-pool 7 → 14}, {@code the load 20 → 25/s}, {@code the lock of Cache kept busy for 30 % of the time}. */
    public static String what(Move move, Optional<Load> load) {
        return switch (move.subject()) {
            case CAPACITY, LOAD, EVERYTHING ->
                move.parts().stream()
                        .map(part -> part.name() + " " + from(part) + " → " + to(part) + unit(move, load))
                        .collect(Collectors.joining(", "));
            case OCCUPATION, PROCESSOR -> move.name() + " " + slowed(move);
            case CALLS ->
                "calls at once to " + move.parts().getFirst().name() + " "
                        + from(move.parts().getFirst()) + " → "
                        + to(move.parts().getFirst());
        };
    }

    /** What is done to it: {@code raised from 6 to 12}, {@code kept busy for 30 % of the time}. */
    static String done(Move move, Optional<Load> load) {
        return switch (move.subject()) {
            case CAPACITY, LOAD, EVERYTHING ->
                (move.up() ? "raised" : "lowered")
                        + (move.parts().size() == 1
                                ? " from " + from(move.parts().getFirst()) + " to "
                                        + to(move.parts().getFirst()) + unit(move, load)
                                : " together");
            case OCCUPATION, PROCESSOR -> slowed(move);
            case CALLS ->
                "called by " + to(move.parts().getFirst()) + " at once in place of "
                        + from(move.parts().getFirst()) + ",";
        };
    }

    private static String slowed(Move move) {
        Part part = move.parts().getFirst();
        return move.subject() == Intervention.Subject.PROCESSOR
                ? "short of " + Format.digits(part.from() - part.to()) + " of " + from(part) + " cores"
                : "kept busy for " + Format.share(1 - move.factor()) + " of the time";
    }

    private static String from(Part part) {
        return Format.digits(part.from());
    }

    private static String to(Part part) {
        return Format.digits(part.to());
    }

    private static String unit(Move move, Optional<Load> load) {
        return move.subject() != Intervention.Subject.LOAD
                ? ""
                : load.map(ours -> ours instanceof Load.Open ? "/s" : " users").orElse("");
    }

    /** {@code and back 8 times}; how it becomes as it was. */
    public static String back(Intervention moved) {
        return switch (moved.move().back()) {
            case SET -> "and back " + times(moved);
            case OCCUPIED -> "once, and what was added kept busy and freed " + times(moved);
            case NEVER -> "once, and left so";
        };
    }

    /** How often it was moved, windows in a row as one. */
    private static String times(Intervention moved) {
        List<Setting> settings = moved.phases().stream().map(Phase::setting).toList();
        long times = IntStream.range(0, settings.size())
                .filter(at -> settings.get(at) == Setting.MOVED && (at == 0 || settings.get(at - 1) != Setting.MOVED))
                .count();
        return times == 1 ? "once" : Format.count(times) + " times";
    }

    /** {@code elasticity 0.98 (0.91 to 1.05, 99.9 %)}. */
    public static String of(Elasticity elasticity) {
        String value = number(elasticity.value());
        return switch (elasticity.of()) {
                    case WAIT -> value + " of the wait that it should take away";
                    case CALL, THROUGHPUT -> "elasticity " + value;
                }
                + " (" + number(elasticity.low()) + " to " + number(elasticity.high()) + ", "
                + Format.share(elasticity.confidence()) + ")";
    }

    /** Two decimals are as many as any answer has. */
    public static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.equals("-0.00") ? "0.00" : text.replace('-', '−');
    }

    static String answer(Intervention moved) {
        return switch (moved.elasticity().map(Elasticity::of).orElse(Answer.THROUGHPUT)) {
            case WAIT -> "the wait for it";
            case CALL -> "the time of a call";
            case THROUGHPUT -> "throughput";
        };
    }

    /** Whether it was moved at all: it may have been refused, or there was no time left. */
    public static boolean isMoved(Intervention moved) {
        return moved.outcome() != Outcome.REFUSED
                && !(moved.outcome() == Outcome.UNDECIDED && moved.phases().isEmpty());
    }

    public static String outcome(Intervention moved) {
        String answer = answer(moved);
        return switch (moved.outcome()) {
            case FULL -> answer + " answered in full";
            case PART -> answer + " answered in part";
            case NONE -> answer + " did not answer";
            case NEGATIVE -> answer + " answered the other way";
            case EXCESS -> answer + " answered more than it can to this alone";
            case UNDECIDED, REFUSED -> isMoved(moved) ? "could not be told" : "not moved";
            case BROKEN_OFF -> "broken off";
        };
    }

    /** By its measured factor: what was to be kept busy may not have been. Of a load that is what happened to come. */
    public static boolean isMoved(Phase phase, Move move) {
        return move.subject() == Intervention.Subject.LOAD
                ? phase.setting() == Setting.MOVED
                : Math.abs(Math.log(phase.factor())) > Math.abs(Math.log(move.factor())) / 2;
    }

    /** Mean answers per second in windows at home, or moved; NaN where there are none. */
    public static double mean(Intervention moved, boolean isMoved) {
        return moved.phases().stream()
                .filter(phase -> isMoved(phase, moved.move()) == isMoved)
                .mapToDouble(phase -> phase.throughput().value())
                .average()
                .orElse(Double.NaN);
    }

    /** {@code 119/s → 180/s}. */
    public static String rates(Intervention moved) {
        return Format.perSecond(mean(moved, false)) + " → " + Format.perSecond(mean(moved, true));
    }

    /** {@code 119/s → 180/s, elasticity 0.98 (0.91 to 1.05, 99.9 %), placebo 0.01}; empty where nothing was counted. */
    public static String figures(Intervention moved) {
        if (moved.phases().isEmpty()) {
            return "";
        }
        return rates(moved)
                + moved.elasticity().map(found -> ", " + of(found)).orElse("")
                + moved.placebo()
                        .map(found -> ", placebo " + number(found.value()))
                        .orElse("");
    }
}
