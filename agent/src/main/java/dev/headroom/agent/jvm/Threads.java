package dev.headroom.agent.jvm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Threads of the agent. What goes wrong on one is no matter of the application's handler of uncaught errors: that of some services ends the JVM.
 */
public final class Threads {

    private Threads() {}

    /** One that keeps no JVM from its end. */
    public static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(null, task, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((of, e) -> ends(of.getName(), e));
        return thread;
    }

    /** The group of all platform threads. */
    public static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** All platform threads, without a stop of any: one that starts meanwhile may be missing. */
    public static List<Thread> all() {
        Thread[] live = new Thread[2 * root().activeCount() + 16];
        return new ArrayList<>(Arrays.asList(live).subList(0, root().enumerate(live, true)));
    }

    /** Whoever has no memory left cannot say so either. */
    public static void ends(String what, Throwable why) {
        try {
            Throwable cause = why.getCause();
            Log.say(what + " ends: " + (cause == null ? why : cause));
        } catch (OutOfMemoryError e) {
            return;
        }
    }

    /** Of the agent, or of the JVM. */
    public static boolean isOurs(Thread thread) {
        return thread.getName().startsWith("headroom-")
                || thread.getClass().getName().equals("jdk.internal.misc.CarrierThread");
    }
}
