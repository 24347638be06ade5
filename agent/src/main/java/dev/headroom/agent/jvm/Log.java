package dev.headroom.agent.jvm;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Standard error is the one channel of a foreign process that is safe to write a line to, but who reads it may be slow: lines are written by a
 * thread of their own, so that nothing is put back late for that.
 */
public final class Log {

    /** Lines that wait; further ones are lost. */
    private static final int MOST = 1_000;

    private static final ThreadPoolExecutor WRITER = new ThreadPoolExecutor(
            0,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST),
            task -> Threads.daemon(task, "headroom-log"),
            new ThreadPoolExecutor.DiscardPolicy());

    private Log() {}

    public static void say(String line) {
        try {
            WRITER.execute(() -> System.err.println("headroom agent: " + Visible.of(line)));
        } catch (Throwable e) {
            return; // no thread, no memory: who has a limit to put back goes on with that
        }
    }

    /** Waits until it is written, for a second at most: the JVM ends. */
    public static void last(String line) {
        try {
            WRITER.submit(() -> System.err.println("headroom agent: " + Visible.of(line)))
                    .get(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            return; // nobody reads it
        }
    }
}
