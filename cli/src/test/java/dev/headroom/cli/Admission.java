package dev.headroom.cli;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;

/** Admits as many as are not done yet, by what an executor says. */
final class Admission {

    private static final int ADMITTED = 40;

    private static final AtomicLong SUBMITTED = new AtomicLong();

    private Admission() {}

    static boolean admits(ThreadPoolExecutor workers, int millis) throws InterruptedException {
        Thread.sleep(millis);
        return SUBMITTED.incrementAndGet() - workers.getCompletedTaskCount() < ADMITTED;
    }
}
