package dev.headroom.agent;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.jvm.HeapReserve;
import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.limits.Hooks;
import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.moves.Turns;
import dev.headroom.agent.recording.Recordings;
import dev.headroom.agent.sampling.Budget;
import dev.headroom.agent.wire.Leftovers;
import dev.headroom.agent.wire.Link;
import dev.headroom.agent.wire.Options;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/**
 * Connects to Headroom and starts what the options ask for: the leash, by which this JVM ends when Headroom was killed, and the
 * sampler, which waits for Headroom's word.
 */
public final class Agent {

    /** Exit code of a JVM that its leash ended. */
    static final int LEASH_EXIT = 86;

    private Agent() {}

    /** Called by {@link Entry} from another loader, before the application starts. */
    public static void start(String text, Instrumentation instrumentation) {
        start(text, instrumentation, false);
    }

    /** The same in an application that runs: its objects are there already. */
    public static void join(String text, Instrumentation instrumentation) {
        Internals.open(instrumentation);
        ClassPath.forgetUs();
        if (!HeapReserve.ofThisJvm().isEnough()) {
            Log.say("not started: the heap is nearly full, and this JVM ends when it is");
            return;
        }
        start(text, instrumentation, true);
    }

    private static void start(String text, Instrumentation instrumentation, boolean running) {
        Options options;
        try {
            options = Options.parse(text);
        } catch (IllegalArgumentException e) {
            Log.say("not started, its options are wrong: " + e.getMessage());
            return;
        }
        try {
            Link link = Link.open(options);
            if (options.sample()) {
                sample(link, options, instrumentation, running);
            } else {
                new Listener(link, options.leash(), null, null).start();
            }
        } catch (IOException e) {
            String missing = "Headroom does not answer at " + options.socket() + " (" + e.getMessage() + ")";
            if (options.leash()) {
                halt(missing, options.socket());
            }
            Log.say(missing + "; nothing is sampled");
        }
    }

    /** Where no thread or no memory is to be had, nothing stays changed. */
    private static void sample(Link link, Options options, Instrumentation instrumentation, boolean running)
            throws IOException {
        Watchdog watchdog;
        try {
            watchdog = Watchdog.start(link);
        } catch (Throwable e) {
            link.close();
            throw e;
        }
        try {
            Sampler sampler = sampler(link, options, instrumentation, running, watchdog);
            new Listener(link, options.leash(), sampler, watchdog).start();
        } catch (Throwable e) {
            watchdog.leave(true);
            throw e;
        }
    }

    private static Sampler sampler(
            Link link, Options options, Instrumentation instrumentation, boolean running, Watchdog watchdog)
            throws IOException {
        Internals.open(instrumentation);
        Catalogue catalogue = Catalogue.packed();
        Origins origins = new Origins(System.getProperty("sun.java.command", ""), catalogue.words("packages"));
        Hooks hooks = Hooks.prepare(catalogue.hooked(), origins, instrumentation, running);
        watchdog.guard(hooks);
        hooks.install();
        return new Sampler(
                link,
                new Budget(options.budget(), options.cores(), running),
                new Limits(catalogue, hooks.hook()),
                origins,
                hooks,
                running ? Turns.Bounds.JOINED : Turns.Bounds.LAUNCHED,
                watchdog);
    }

    /** Ends this JVM at once: it was started for Headroom, and would be in nobody's hands. */
    static void halt(String why, Path socket) {
        Log.last(why + "; this process was started for it and ends");
        try {
            Recordings.end();
            Leftovers.deleteFolder(socket);
        } finally {
            Runtime.getRuntime().halt(LEASH_EXIT);
        }
    }
}
