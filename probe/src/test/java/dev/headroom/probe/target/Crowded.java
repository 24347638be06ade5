package dev.headroom.probe.target;

import java.util.Scanner;

/** Threads whose names say more than a socket takes that nobody reads; it answers each line that it reads. */
public final class Crowded {

    private static final int THREADS = 100;
    private static final int LONG = 19_000;

    private Crowded() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(Crowded::rest, "x".repeat(LONG) + i);
            thread.setDaemon(true);
            thread.start();
        }
        System.out.println("port 0");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            in.nextLine();
            System.out.println("here");
        }
    }

    private static void rest() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
