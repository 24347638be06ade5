package dev.headroom.agent;

/**
 * Threads of the agent. What goes wrong on one is no matter of the application's handler of uncaught errors: that of some services ends the JVM.
 */
final class Threads {

    private Threads() {}

    /** One that keeps no JVM from its end. */
    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(null, task, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((of, e) -> Agent.say(of.getName() + " ends: " + e));
        return thread;
    }
}
