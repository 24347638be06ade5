package dev.headroom.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the JVM calls, for {@code -javaagent} and for the Attach API. The application's loader has this class alone: {@link Agent} and all
 * else come from a loader of the agent's own, whose module gets the rights that it needs and the application does not.
 */
public final class Entry {

    private static final String AGENT = "dev.headroom.agent.Agent";

    /** Whoever looks for it has looked everywhere. */
    private static final String NOWHERE = "dev/headroom/agent/nowhere";

    private Entry() {}

    /** One for all agents of one build: what these share is static. A JVM that keeps running meets builds of later versions of Headroom. */
    private static final Map<String, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    public static void premain(String options, Instrumentation instrumentation) {
        start("start", options, instrumentation);
    }

    public static void agentmain(String options, Instrumentation instrumentation) {
        start("join", options, instrumentation);
    }

    private static void start(String how, String options, Instrumentation instrumentation) {
        try {
            ClassLoader loader = LOADERS.computeIfAbsent(option("build", options), build -> loader(options));
            Class.forName(AGENT, true, loader)
                    .getMethod(how, String.class, Instrumentation.class)
                    .invoke(null, options, instrumentation);
        } catch (Throwable e) { // what is thrown from here would end the JVM
            System.err.println("headroom agent: not started: " + e);
            open(ClassLoader.getSystemClassLoader());
        }
    }

    /** On the class path, to which the JVM has added it, the jar is opened now, while it is ours, and no other later. */
    static void open(ClassLoader system) {
        try {
            system.getResource(NOWHERE);
        } catch (Throwable ignored) { // what is thrown from here would end the JVM
        }
    }

    /** The application's loader keeps the first {@code Entry} that it has met, which is why the jar of this build is told. */
    private static ClassLoader loader(String options) {
        try {
            return new URLClassLoader(
                    "headroom",
                    new URL[] {new File(option("jar", options)).toURI().toURL()},
                    ClassLoader.getPlatformClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(options, e);
        }
    }

    private static String option(String key, String options) {
        for (String pair : options.split(",")) {
            if (pair.startsWith(key + "=")) {
                return pair.substring(key.length() + 1);
            }
        }
        throw new IllegalArgumentException("no " + key + " in its options");
    }
}
