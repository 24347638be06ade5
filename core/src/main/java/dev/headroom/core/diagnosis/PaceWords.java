package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.text.Numbers;
import java.util.OptionalInt;

/**
 * An {@link AnswerPace} in words.
 *
 * @param limit that sets the pace
 */
record PaceWords(AnswerPace pace, Limit limit) {

    Remedy remedy() {
        String past = " past every " + Numbers.seconds(pace.period())
                + (limit.pool().equals(UnknownWaits.NO_PLACE) ? "" : " at " + limit.pool());
        return Remedy.of(
                pace.clock().isPresent()
                        ? "Let more than " + many() + past + ", or more often."
                        : "Look for what lets " + many() + past + ": a bound of " + many() + ", or a clock.",
                "What comes of it was not tried: nothing was moved.");
    }

    /** @param known whether those that come together are those that are let past */
    String said(boolean known) {
        OptionalInt taken = limit.workers();
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
        return rounds()
                + pace.clock()
                        .map(clock -> switch (clock) {
                            case ROUNDS_ALONE -> "with one user as well as under load, so a clock lets them past";
                            case ONE_USER_ON_ITS_TICKS ->
                                (pace.threads().isEmpty() ? "" : "and ")
                                        + "one user who asks at any time is answered on its ticks as well, so a clock lets them past";
                            case LONGER_THAN_A_REQUEST ->
                                pace.batch() == 1
                                        ? "longer than one user's request is anywhere but where several are at a time, so nobody holds for so long what only one may, and a clock lets them past"
                                        : "longer than all that one user's request takes, so nobody holds anything for so long, and a clock lets them past";
                        })
                        .orElseGet(this::undecided);
    }

    private String rounds() {
        return pace.threads().isEmpty()
                ? ""
                : "as often as " + String.join(" and ", pace.threads())
                        + (pace.threads().size() == 1 ? " begins" : " begin") + " to wait, ";
    }

    private String undecided() {
        if (!pace.threads().isEmpty()) {
            return "so they are served together, or a clock lets them past";
        }
        return pace.batch() == 1
                ? "one is served at a time, for so long, or a clock lets one past"
                : "so many are served together, each for so long, or a clock lets so many past";
    }
}
