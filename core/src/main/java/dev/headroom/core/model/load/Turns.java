package dev.headroom.core.model.load;

import java.util.Random;

/**
 * Which of several kinds comes next. Permuted blocks, as in stratified trials: each block holds every kind exactly as often as it weighs, in an
 * order drawn anew. So the shares are exact after every block, no kind comes at a regular beat that could march in step with the users or the
 * arrivals, and since the seed is fixed each run has the same sequence, which makes variants comparable.
 */
public final class Turns {

    private static final long SEED = 1;

    private final Random random = new Random(SEED);
    private final int[] block;
    private int next;

    /** @param turns of each kind in a block */
    public Turns(int... turns) {
        int length = 0;
        for (int each : turns) {
            length += each;
        }
        block = new int[length];
        int at = 0;
        for (int kind = 0; kind < turns.length; kind++) {
            for (int i = 0; i < turns[kind]; i++) {
                block[at++] = kind;
            }
        }
        next = block.length;
    }

    /** Index of the kind whose turn it is. */
    public int next() {
        if (next == block.length) {
            shuffle();
            next = 0;
        }
        return block[next++];
    }

    private void shuffle() {
        for (int i = block.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kind = block[i];
            block[i] = block[other];
            block[other] = kind;
        }
    }
}
