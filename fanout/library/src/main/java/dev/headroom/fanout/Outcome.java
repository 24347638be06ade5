package dev.headroom.fanout;

/** How a call ended for the one who asked for it. */
public enum Outcome {
    /** It answered in time. */
    SUCCEEDED,
    /** It threw. */
    FAILED,
    /** Its time was over while it waited or called; a call that was under way is abandoned. */
    EXPIRED,
    /** Its answer was no longer of use: another call for it had answered, another part had failed, or the caller was interrupted. */
    CANCELLED,
    /** The gate was full, and so was its queue; nothing was sent. */
    REJECTED
}
