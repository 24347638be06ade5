package dev.headroom.lab;

/** How the watched JVM is looked into. */
public enum ProbeMode {
    /** By an agent inside the JVM: pools are read exactly. */
    AGENT,
    /** From outside, where no agent may be loaded: thread dumps only. */
    JMX
}
