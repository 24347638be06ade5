package dev.headroom.lab.running;

/** Keeps eight arrays of 20 MB and throws away 1 MB at a time; prints how much it has allocated so, in MB, as often as somebody sends a line. */
final class Keeper {

    private static final int MEGABYTE = 1 << 20;
    private static final byte[][] KEPT = new byte[8][];

    private static volatile byte[] thrown = {};

    private Keeper() {}

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < KEPT.length; i++) {
            KEPT[i] = new byte[20 * MEGABYTE];
        }
        System.gc();
        long[] allocated = {0};
        Thread.startVirtualThread(() -> {
            while (true) {
                thrown = new byte[MEGABYTE / 4];
                allocated[0] += thrown.length;
                java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
            }
        });
        while (System.in.read() >= 0) {
            System.out.println(allocated[0] / (double) MEGABYTE);
        }
    }
}
