package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.text.Numbers;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An {@link AnswerPace} in words.
 *
 * @param taken how many something else said; empty where nothing did
 * @param limit where those wait who are not let past yet
 * @param serving whose threads serve those that are; empty where that is not known
 */
record PaceWords(AnswerPace pace, OptionalInt taken, Limit limit, Optional<Limit> serving) {

    Remedy remedy() {
        if (serving.isPresent()) {
            return Remedy.of(
                    "Give " + serving.get().pool() + " more than its " + many()
                            + " threads, or hold each for a shorter time.",
                    "What comes of it was not tried: nothing was moved.");
        }
        String past = " past every " + Numbers.seconds(pace.period())
                + (limit.pool().equals(UnknownWaits.NO_PLACE) ? "" : " at " + limit.pool());
        return Remedy.of(
                pace.clock()
                        ? "Let more than " + many() + past + ", or more often."
                        : "Look for what lets " + many() + past + ": a bound of " + many() + ", or a clock.",
                "What comes of it was not tried: nothing was moved.");
    }

    /** @param known whether those that come together are those that are let past */
    String said(boolean known) {
        return (taken.isPresent() ? "But answers" : "Answers") + " come " + many()
                + " at a time, every " + Numbers.seconds(pace.period())
                + (taken.isPresent() ? ", as those of " + taken.getAsInt() + " would not: " : ": ")
                + (known
                        ? why()
                        : "how many of these are served together is not known, for threads of another number are at work in every look")
                + ".";
    }

    private String many() {
        return pace.batch() == 1 ? "one" : Integer.toString(pace.batch());
    }

    private String why() {
        return serving.map(pool -> "as many threads of " + pool.pool()
                        + " are at work in every look, so these serve them, each for so long")
                .orElseGet(() -> rounds() + (pace.clock() ? told() : undecided()));
    }

    private String told() {
        if (!pace.threads().isEmpty()) {
            return "with one user as well as under load, so a clock lets them past";
        }
        return pace.batch() == 1
                ? "longer than one user's request is anywhere but where several are at a time, so nobody holds for so long what only one may, and a clock lets them past"
                : "longer than all that one user's request takes, so nobody holds anything for so long, and a clock lets them past";
    }

    private String rounds() {
        return pace.threads().isEmpty()
                ? ""
                : "as often as " + String.join(" and ", pace.threads())
                        + (pace.threads().size() == 1 ? " begins" : " begin") + " to wait, ";
    }

    private String undecided() {
        if (pace.ticks()) {
            return (pace.threads().isEmpty() ? "" : "and ")
                    + "one user who asks at any time is answered on its ticks as well, so a clock lets " + many()
                    + " past, or ends what " + many() + (pace.batch() == 1 ? " holds" : " hold") + " until then";
        }
        if (!pace.threads().isEmpty()) {
            return "so they are served together, or a clock lets them past";
        }
        return pace.batch() == 1
                ? "one is served at a time, for so long, or a clock lets one past"
                : "so many are served together, each for so long, or a clock lets so many past";
    }
}
