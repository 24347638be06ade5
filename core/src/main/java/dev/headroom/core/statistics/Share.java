package dev.headroom.core.statistics;

/**
 * What an interval says of an effect that is 1 where it is whole and 0 where there is none. Each answer wants the whole interval: that an effect
 * could not be told from 0 is no evidence that there is none (two one-sided tests; Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics
 * 15, 1987).
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
    /** The interval holds more than one of these answers. */
    UNDECIDED;

    /** An effect passes for whole, or for none, within so much: by more than a fifth nobody sizes a pool wrongly, and no pool is that regular. */
    public static final double SAME = Thresholds.FIFTH;

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
}
