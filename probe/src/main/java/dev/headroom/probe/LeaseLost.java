package dev.headroom.probe;

/** What was moved was put back by the agent before its time: Headroom was not heard for some seconds, or took too long. */
public final class LeaseLost extends ProbeException {

    private static final long serialVersionUID = 1;

    public LeaseLost(String why) {
        super(why);
    }
}
