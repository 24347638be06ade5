package dev.headroom.core.statistics;

import dev.headroom.core.model.diagnosis.Intervention.Outcome;

/**
 * What an interval says of an effect that is 1 where it is whole and 0 where there is none. Each answer is shown: that an effect could not be told from 0 is no
 * evidence that there is none (two one-sided tests; Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987).
 */
public final class Share {

    /** An effect passes for whole, or for none, within so much: by more than a fifth nobody sizes a pool wrongly, and no pool is that regular. */
    public static final double SAME = Thresholds.FIFTH;

    private Share() {}

    /** While more may be measured: the whole interval. */
    public static Outcome of(Interval effect) {
        if (effect.lies(1 - SAME, 1 + SAME)) {
            return Outcome.FULL;
        }
        if (effect.lies(-SAME, SAME)) {
            return Outcome.NONE;
        }
        if (effect.low() > SAME && effect.high() < 1 - SAME) {
            return Outcome.PART;
        }
        if (effect.high() < -SAME) {
            return Outcome.NEGATIVE;
        }
        return effect.low() > 1 + SAME ? Outcome.EXCESS : Outcome.UNDECIDED;
    }

    /**
     * Of all that was measured: an answer from the side on which it could be wrong (non-inferiority). An effect is whole where its interval lies above what is less than whole, and there is none
     * where it lies below what is some; on the other side the estimate has to be likely, and is not sure to be.
     */
    public static Outcome atLast(double estimate, Interval effect) {
        Outcome told = of(effect);
        if (told != Outcome.UNDECIDED) {
            return told;
        }
        if (effect.low() >= 1 - SAME && estimate <= 1 + SAME) {
            return Outcome.FULL;
        }
        return effect.high() <= SAME && estimate >= -SAME ? Outcome.NONE : Outcome.UNDECIDED;
    }
}
