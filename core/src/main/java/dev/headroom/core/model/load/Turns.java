package dev.headroom.core.model.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which of several kinds comes next. Permuted blocks, as in stratified trials: each block holds every kind exactly as often as it weighs, in an
 * order drawn anew. So the shares are exact after every block, no kind comes at a regular beat that could march in step with the users or the
 * arrivals, and since the seed is fixed each run has the same sequence, which makes variants comparable.
 */
public final class Turns {

    private static final long SEED = 1;

    private final Random random = new Random(SEED);
    private final List<Integer> block;
    private int next;

    /** @param turns of each kind in a block */
    public Turns(int... turns) {
        block = IntStream.range(0, turns.length)
                .boxed()
                .flatMap(kind -> Collections.nCopies(turns[kind], kind).stream())
                .collect(Collectors.toCollection(ArrayList::new));
        next = block.size();
    }

    /** Index of the kind whose turn it is. */
    public int next() {
        if (next == block.size()) {
            Collections.shuffle(block, random);
            next = 0;
        }
        return block.get(next++);
    }
}
