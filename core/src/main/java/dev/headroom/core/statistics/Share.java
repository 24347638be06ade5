package dev.headroom.core.statistics;

/**
 * What an estimate with its interval says of an effect that is 1 where it is whole and 0 where there is none. Each answer is shown by the side on which it could be wrong:
 * an effect is whole where its interval lies above what is less than whole, and there is none where it lies below what is some (non-inferiority, one one-sided test;
 * Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987). That an effect could not be told from 0 is no evidence that there is none. What lies beyond
 * both is not what is asked, and the estimate alone says whether it is likely: an effect that comes out as more than whole is not told until it is known to be.
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

    public static Share of(double estimate, Interval effect) {
        if (effect.low() >= 1 - SAME && estimate <= 1 + SAME) {
            return FULL;
        }
        if (effect.high() <= SAME && estimate >= -SAME) {
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
}
