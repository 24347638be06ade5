package dev.headroom.probe.target;

import java.lang.reflect.Field;
import java.util.Scanner;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An executor and a semaphore of six, which more than that want for good; it tells how large both are for each line that it reads, and makes
 * another such semaphore where that is {@code more}. For the line {@code woven} it tells whether a new semaphore reports itself to an agent.
 */
public final class Moved {

    private static final int SIX = 6;
    private static final int CALLERS = 15;

    private static final long TASK_MILLIS = 20;
    private static final int LOOKS = 200;

    private static final AtomicInteger AT_WORK = new AtomicInteger();

    private Moved() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        ThreadPoolExecutor executor =
                (ThreadPoolExecutor) Executors.newFixedThreadPool(SIX, task -> new Thread(task, "six-1"));
        AtomicInteger holders = new AtomicInteger();
        Semaphore semaphore = wanted(holders);
        for (int i = 0; i < CALLERS; i++) {
            executor.execute(() -> work(executor));
        }
        System.out.println("port 0");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine();
            if (line.equals("woven")) {
                System.out.println(isWoven());
                continue;
            }
            if (line.equals("more")) {
                wanted(new AtomicInteger());
            }
            System.out.println(workers() + " " + (holders.get() + Free.of(semaphore)));
        }
        System.exit(0);
    }

    /** By listening in between. Needs {@code java.util.concurrent} opened. */
    @SuppressWarnings("unchecked")
    private static boolean isWoven() throws ReflectiveOperationException {
        Field field = Class.forName("java.util.concurrent.HeadroomBridge").getDeclaredField("target");
        field.setAccessible(true);
        Consumer<Object> agents = (Consumer<Object>) field.get(null);
        AtomicInteger reports = new AtomicInteger();
        field.set(null, agents.andThen(object -> reports.incrementAndGet()));
        new Semaphore(1);
        field.set(null, agents);
        return reports.get() > 0;
    }

    private static Semaphore wanted(AtomicInteger holders) {
        Semaphore semaphore = new Semaphore(SIX);
        for (int i = 0; i < CALLERS; i++) {
            new Thread(
                            () -> {
                                semaphore.acquireUninterruptibly();
                                holders.incrementAndGet();
                                pause(Long.MAX_VALUE);
                            },
                            "caller-" + i)
                    .start();
        }
        return semaphore;
    }

    /** A task that is never done: whenever it was, it waits again. */
    private static void work(ThreadPoolExecutor executor) {
        AT_WORK.incrementAndGet();
        pause(TASK_MILLIS);
        AT_WORK.decrementAndGet();
        executor.execute(() -> work(executor));
    }

    /** Most that are at work at once, once those that were at work before are done. */
    private static int workers() {
        pause(3 * TASK_MILLIS);
        int most = 0;
        for (int i = 0; i < LOOKS; i++) {
            most = Math.max(most, AT_WORK.get());
            pause(1);
        }
        return most;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // by nobody
        }
    }
}
