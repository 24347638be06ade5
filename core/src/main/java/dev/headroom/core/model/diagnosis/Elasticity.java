package dev.headroom.core.model.diagnosis;

/**
 * How much throughput answers a limit that is moved: e = d ln X / d ln m, 1 where this alone holds it and 0 where it does not. Where throughput
 * is given by who asks, the same of the wait that the move should take away, over what the law says it takes.
 *
 * @param of what answered
 * @param low of its interval
 * @param high of its interval
 * @param confidence with which it lies there, 0 to 1
 * @param windows that were counted
 */
public record Elasticity(Answer of, double value, double low, double high, double confidence, int windows) {

    /** What is looked at for an answer. */
    public enum Answer {
        /** Good responses per second. */
        THROUGHPUT,
        /** Seconds that requests wait. */
        WAIT,
        /** Seconds of a call, by Little's law: calls at once over throughput. */
        CALL
    }
}
