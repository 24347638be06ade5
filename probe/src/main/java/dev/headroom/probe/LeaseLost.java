package dev.headroom.probe;

/** What was moved was put back by the agent before its time: Headroom was not heard for some seconds, or took too long. */
public final class LeaseLost extends ProbeException {

    private static final long serialVersionUID = 1;

    private final boolean isOver;

    /** @param isOver whether the time that was told with the move was over */
    public LeaseLost(String why, boolean isOver) {
        super(why);
        this.isOver = isOver;
    }

    /** Whether it was so for all the time that was told. */
    public boolean isOver() {
        return isOver;
    }
}
