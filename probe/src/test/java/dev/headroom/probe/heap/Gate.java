package dev.headroom.probe.heap;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A service of which others know nothing: three are let past, and seven wait in a queue once it was told to be busy. */
final class Gate {

    record Waiter(int number) {}

    final int most = 3;
    final AtomicInteger used = new AtomicInteger();
    final Semaphore left = new Semaphore(most);
    final Deque<Object[]> waiting = new ArrayDeque<>();

    static Gate held = new Gate();

    private Gate() {}

    /** Says so when it is ready and, once it was written to, when it is busy. */
    public static void main(String[] arguments) throws Exception {
        System.out.println("idle");
        if (System.in.read() >= 0) {
            held.left.acquire(held.most);
            for (int i = 0; i < 10; i++) {
                if (held.used.get() < held.most) {
                    held.used.incrementAndGet();
                } else {
                    held.waiting.add(new Object[] {new Waiter(i)});
                }
            }
            System.out.println("busy");
        }
        System.in.read();
        System.out.println(held.waiting.size());
    }
}
