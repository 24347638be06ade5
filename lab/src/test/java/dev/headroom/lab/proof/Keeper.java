package dev.headroom.lab.proof;

/** Keeps eight arrays of 20 MB, says so once they were collected, and ends with its input. */
final class Keeper {

    private static final byte[][] KEPT = new byte[8][];

    private Keeper() {}

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < KEPT.length; i++) {
            KEPT[i] = new byte[20 << 20];
        }
        System.gc();
        System.out.println(KEPT.length);
        while (System.in.read() >= 0) {}
    }
}
