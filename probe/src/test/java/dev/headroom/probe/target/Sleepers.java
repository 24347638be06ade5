package dev.headroom.probe.target;

import java.time.Duration;

/** So many virtual threads that sleep, and nothing else; by reflection, since Java 17 has none. Runs from its source file. */
public final class Sleepers {

    private Sleepers() {}

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[0]);
        var start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        for (int i = 0; i < count; i++) {
            start.invoke(null, (Runnable) Sleepers::rest);
        }
        System.out.println("port 0");
        Thread.sleep(Duration.ofHours(1).toMillis());
    }

    private static void rest() {
        try {
            Thread.sleep(Duration.ofHours(1).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
