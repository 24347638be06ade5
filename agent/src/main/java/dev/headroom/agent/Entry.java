package dev.headroom.agent;

import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * What the JVM calls, for {@code -javaagent} and for the Attach API. The application's loader has this class alone: {@link Agent} and all
 * else come from a loader of the agent's own, whose module gets the rights that it needs and the application does not.
 */
public final class Entry {

    private static final String AGENT = "dev.headroom.agent.Agent";

    private Entry() {}

    /** One for all agents of this JVM: what they share of it is static. */
    private static final class Own {
        static final ClassLoader LOADER = new URLClassLoader(
                "headroom",
                new URL[] {Entry.class.getProtectionDomain().getCodeSource().getLocation()},
                ClassLoader.getPlatformClassLoader());
    }

    public static void premain(String options, Instrumentation instrumentation) {
        start(options, instrumentation);
    }

    public static void agentmain(String options, Instrumentation instrumentation) {
        start(options, instrumentation);
    }

    private static void start(String options, Instrumentation instrumentation) {
        try {
            Class.forName(AGENT, true, Own.LOADER)
                    .getMethod("start", String.class, Instrumentation.class)
                    .invoke(null, options, instrumentation);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            System.err.println("headroom agent: not started: " + e); // what is thrown from here would end the JVM
        }
    }
}
