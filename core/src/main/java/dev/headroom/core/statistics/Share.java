package dev.headroom.core.statistics;

/**
 * What an interval says of an effect that is 1 where it is whole and 0 where there is none. Each answer is shown: that an effect could not be told from 0 is no
 * evidence that there is none (two one-sided tests; Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987).
 */
public enum Share {
    /** The effect is whole. */
    FULL,
    /** There is some effect, and it is not whole. */
    PART,
    /** There is none. */
    NONE,
    /** It goes the other way. */
    NEGATIVE,
    /** More came of it than could: something else changed as well. */
    EXCESS,
    /** More than one of these answers is as likely as the error allows. */
    UNDECIDED;

    /** An effect passes for whole, or for none, within so much: by more than a fifth nobody sizes a pool wrongly, and no pool is that regular. */
    public static final double SAME = Thresholds.FIFTH;

    /** While more may be measured: the whole interval. */
    public static Share of(Interval effect) {
        if (effect.lies(1 - SAME, 1 + SAME)) {
            return FULL;
        }
        if (effect.lies(-SAME, SAME)) {
            return NONE;
        }
        if (effect.low() > SAME && effect.high() < 1 - SAME) {
            return PART;
        }
        if (effect.high() < -SAME) {
            return NEGATIVE;
        }
        return effect.low() > 1 + SAME ? EXCESS : UNDECIDED;
    }

    /**
     * Of all that was measured: an answer from the side on which it could be wrong (non-inferiority). An effect is whole where its interval lies above what is less than whole, and there is none
     * where it lies below what is some; on the other side the estimate has to be likely, and is not sure to be.
     */
    public static Share atLast(double estimate, Interval effect) {
        Share told = of(effect);
        if (told != UNDECIDED) {
            return told;
        }
        if (effect.low() >= 1 - SAME && estimate <= 1 + SAME) {
            return FULL;
        }
        return effect.high() <= SAME && estimate >= -SAME ? NONE : UNDECIDED;
    }
}
