package dev.headroom.core.proof;

import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * In which order windows are counted at home and with the limit moved. Blocks of four, two of each in an order that is drawn from all six: what comes round with the windows meets another order in the next block, and a linear
 * trend is told apart by its own term. One of the two at home, by lot, is a placebo. What comes back only by being kept busy is counted at home before it is
 * raised at all, twice, which shows whether it then is as it was. What does not come back is moved once, after half of the windows: a trend then takes more windows to be told from an effect, and
 * the interval knows.
 */
public final class Sequence {

    private final RandomGenerator random;
    private final Back back;
    private final int before;
    private final List<Setting> drawn = new ArrayList<>();
    private boolean begun;

    /** @param before windows at home, of what does not come back */
    public Sequence(RandomGenerator random, Back back, int before) {
        this.random = random;
        this.back = back;
        this.before = before;
    }

    public Setting next() {
        if (drawn.isEmpty()) {
            draw();
        }
        return drawn.removeFirst();
    }

    /** Whether a block has just ended: then a look at what was counted costs no balance. */
    public boolean isBalanced() {
        return drawn.isEmpty();
    }

    private void draw() {
        if (begun) {
            drawn.addAll(back == Back.NEVER ? List.of(Setting.MOVED, Setting.MOVED) : block());
        } else {
            switch (back) {
                case SET -> drawn.addAll(block());
                case OCCUPIED -> {
                    drawn.addAll(atHome());
                    drawn.addAll(block());
                }
                case NEVER -> {
                    home(before);
                    drawn.addAll(Collections.nCopies(before, Setting.MOVED));
                }
            }
        }
        begun = true;
    }

    private List<Setting> block() {
        List<Setting> block = new ArrayList<>(atHome());
        block.addAll(List.of(Setting.MOVED, Setting.MOVED));
        Collections.shuffle(block, random);
        return block;
    }

    private List<Setting> atHome() {
        return random.nextBoolean() ? List.of(Setting.PLACEBO, Setting.HOME) : List.of(Setting.HOME, Setting.PLACEBO);
    }

    /** The placebo has its moment by lot as well, and stays from then on. */
    private void home(int windows) {
        int placebo = 1 + random.nextInt(Math.max(1, windows - 1));
        drawn.addAll(Collections.nCopies(placebo, Setting.HOME));
        drawn.addAll(Collections.nCopies(windows - placebo, Setting.PLACEBO));
    }
}
