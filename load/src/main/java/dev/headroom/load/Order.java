package dev.headroom.load;

import dev.headroom.core.model.Mix;
import java.util.Random;

/**
 * Which of several requests is sent next. Permuted blocks, as in stratified trials: each block holds every request exactly as often as it
 * weighs, in an order drawn anew. So the shares are exact after every block, no kind comes at a regular beat that could march in step with
 * the users or the arrivals, and since the seed is fixed each run sends the same sequence, which makes variants comparable.
 */
final class Order {

    private static final long SEED = 1;

    private final Random random = new Random(SEED);
    private final int[] block;
    private int next;

    Order(Mix mix) {
        block = new int[mix.cycle()];
        int at = 0;
        for (int part = 0; part < mix.parts().size(); part++) {
            for (int i = 0; i < mix.turns(mix.parts().get(part)); i++) {
                block[at++] = part;
            }
        }
        next = block.length;
    }

    /** Index of the part of the mix whose turn it is. */
    int next() {
        if (next == block.length) {
            shuffle();
            next = 0;
        }
        return block[next++];
    }

    private void shuffle() {
        for (int i = block.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int part = block[i];
            block[i] = block[other];
            block[other] = part;
        }
    }
}
