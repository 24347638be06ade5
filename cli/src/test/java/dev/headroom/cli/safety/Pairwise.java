package dev.headroom.cli.safety;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Few cells in which each pair of a kind, a way and an end occurs that occurs in all of them: most faults need two things to meet (Kuhn, Wallace and Gallo 2004, IEEE TSE 30(6)). */
final class Pairwise {

    private Pairwise() {}

    /** The one with the most pairs that are still missing, again and again; of one kind after the other, as they came. */
    static List<Cell> of(List<Cell> cells, Random random) {
        List<Cell> left = new ArrayList<>(cells);
        Collections.shuffle(left, random);
        Set<String> missing = new HashSet<>();
        left.forEach(cell -> missing.addAll(pairs(cell)));
        List<Cell> chosen = new ArrayList<>();
        while (!missing.isEmpty()) {
            Cell best = Collections.max(left, Comparator.comparingInt(cell -> {
                Set<String> both = pairs(cell);
                both.retainAll(missing);
                return both.size();
            }));
            missing.removeAll(pairs(best));
            chosen.add(best);
        }
        chosen.sort(Comparator.comparingInt(cells::indexOf));
        return chosen;
    }

    private static Set<String> pairs(Cell cell) {
        return new HashSet<>(
                Set.of(cell.kind() + " " + cell.way(), cell.kind() + " " + cell.end(), cell.way() + " " + cell.end()));
    }
}
