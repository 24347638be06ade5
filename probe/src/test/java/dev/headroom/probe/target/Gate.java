package dev.headroom.probe.target;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Forty callers on virtual threads, and a gate of the application's own that lets five of them through at a time and tells nobody. */
public final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private int free = 5;

    private void enter() throws InterruptedException {
        lock.lock();
        try {
            while (free == 0) {
                freed.await();
            }
            free--;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            free++;
            freed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void callForever() {
        try {
            while (true) {
                Thread.sleep(ThreadLocalRandom.current().nextInt(10, 60));
                enter();
                try {
                    Thread.sleep(ThreadLocalRandom.current().nextInt(40, 160));
                } finally {
                    leave();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Gate gate = new Gate();
        System.out.println("port 0");
        ThreadFactory threads = Limits.virtualThreads();
        for (int i = 0; i < 40; i++) {
            CompletableFuture.runAsync(
                    gate::callForever, task -> threads.newThread(task).start());
        }
        Thread.currentThread().join(); // virtual threads keep no JVM alive
    }
}
