package dev.headroom.probe.jvm;

/** The most that can be done with a running JVM. */
public enum Access {
    /** The agent can be loaded, and all less is possible too. */
    AGENT("agent"),
    /** Thread dumps and commands through the attach socket; no agent. */
    ATTACH_ONLY("attach only"),
    /** Its JMX port, and nothing else. */
    JMX("JMX"),
    NOTHING("nothing");

    private final String words;

    Access(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
