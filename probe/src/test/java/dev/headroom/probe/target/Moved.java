package dev.headroom.probe.target;

import java.util.Scanner;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An executor and a semaphore of six, which more than that want for good; it tells how large both are for each line that it reads, and makes
 * another such semaphore where that is {@code more}.
 */
public final class Moved {

    private static final int SIX = 6;
    private static final int CALLERS = 15;

    private Moved() {}

    public static void main(String[] arguments) {
        ThreadPoolExecutor executor =
                (ThreadPoolExecutor) Executors.newFixedThreadPool(SIX, task -> new Thread(task, "six-1"));
        AtomicInteger holders = new AtomicInteger();
        Semaphore semaphore = wanted(holders);
        for (int i = 0; i < CALLERS; i++) {
            executor.execute(Moved::stay);
        }
        System.out.println("port 0");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            if (in.nextLine().equals("more")) {
                wanted(new AtomicInteger());
            }
            System.out.println(executor.getCorePoolSize() + " " + (holders.get() + semaphore.availablePermits()));
        }
        System.exit(0);
    }

    private static Semaphore wanted(AtomicInteger holders) {
        Semaphore semaphore = new Semaphore(SIX);
        for (int i = 0; i < CALLERS; i++) {
            new Thread(
                            () -> {
                                semaphore.acquireUninterruptibly();
                                holders.incrementAndGet();
                                stay();
                            },
                            "caller-" + i)
                    .start();
        }
        return semaphore;
    }

    private static void stay() {
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                // an executor that is lowered interrupts workers that are idle; these never are
            }
        }
    }
}
