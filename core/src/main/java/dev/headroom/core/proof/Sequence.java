package dev.headroom.core.proof;

import dev.headroom.core.model.Intervention.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * In which order windows are counted at home and with the limit moved. Blocks of four, home first or last by lot (ABBA or BAAB), so that a linear
 * trend cancels in each; one of the two at home, by lot, is a placebo. What does not come back under load is moved once, after half of
 * the windows: a trend then takes more windows to be told from an effect, and the interval knows.
 */
public final class Sequence {

    static final int BLOCK = 4;

    private final RandomGenerator random;
    private final boolean comesBack;
    private final int before;
    private final List<Setting> drawn = new ArrayList<>();

    /** @param before windows at home, of what does not come back */
    public Sequence(RandomGenerator random, boolean comesBack, int before) {
        this.random = random;
        this.comesBack = comesBack;
        this.before = before;
    }

    /** The setting of the next window. */
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

    private boolean begun;

    private void draw() {
        if (comesBack) {
            boolean homeOutside = random.nextBoolean();
            boolean placeboFirst = random.nextBoolean();
            Setting one = placeboFirst ? Setting.PLACEBO : Setting.HOME;
            Setting other = placeboFirst ? Setting.HOME : Setting.PLACEBO;
            drawn.addAll(
                    homeOutside
                            ? List.of(one, Setting.MOVED, Setting.MOVED, other)
                            : List.of(Setting.MOVED, one, other, Setting.MOVED));
        } else if (begun) {
            drawn.addAll(List.of(Setting.MOVED, Setting.MOVED));
        } else {
            // the placebo has its moment by lot as well, and stays from then on
            int placebo = 1 + random.nextInt(Math.max(1, before - 1));
            for (int i = 0; i < before; i++) {
                drawn.add(i < placebo ? Setting.HOME : Setting.PLACEBO);
            }
            for (int i = 0; i < before; i++) {
                drawn.add(Setting.MOVED);
            }
        }
        begun = true;
    }
}
