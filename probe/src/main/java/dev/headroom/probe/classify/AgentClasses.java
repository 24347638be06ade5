package dev.headroom.probe.classify;

/** What Headroom's own agent has in the JVM that it looks at. */
public final class AgentClasses {

    private static final String PACKAGE = "dev.headroom.agent.";

    private AgentClasses() {}

    /** @param type as the JVM prints it, arrays as {@code [Ljava.lang.String;} */
    public static boolean has(String type) {
        return type.startsWith(PACKAGE, type.startsWith("[") ? type.indexOf('L') + 1 : 0);
    }
}
