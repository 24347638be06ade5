package dev.headroom.core.model.load;

/** How the arrivals of an open load follow each other. */
public enum Arrivals {
    /** At equal distances, as a machine sends. They understate every queue. */
    EVEN,
    /** Independent of each other, as many users send who know nothing of one another. */
    POISSON;

    /** Squared coefficient of variation of the times between two of them. */
    public double variation() {
        return this == POISSON ? 1 : 0;
    }
}
