package dev.headroom.probe.watch;

import dev.headroom.probe.look.Look;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the looks of a long run few: where there are too many, every other one goes of those that are neither early (one user was alone
 * then) nor recent. Each look counts for the time that it is nearest to ({@link OverTime}), so means stay what they are.
 */
final class Thinning {

    /** Twenty minutes of them at ten a second. */
    private static final int MOST = 12_000;

    private Thinning() {}

    static void thin(List<Look> looks) {
        if (looks.size() < MOST) {
            return;
        }
        List<Look> kept = new ArrayList<>(MOST);
        for (int i = 0; i < looks.size(); i++) {
            if (i < MOST / 4 || i >= MOST / 2 || i % 2 == 0) {
                kept.add(looks.get(i));
            }
        }
        looks.clear();
        looks.addAll(kept);
    }
}
