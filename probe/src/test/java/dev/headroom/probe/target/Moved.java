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

    private Moved() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
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
            String line = in.nextLine();
            if (line.equals("woven")) {
                System.out.println(isWoven());
                continue;
            }
            if (line.equals("more")) {
                wanted(new AtomicInteger());
            }
            System.out.println(executor.getCorePoolSize() + " " + (holders.get() + semaphore.availablePermits()));
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
