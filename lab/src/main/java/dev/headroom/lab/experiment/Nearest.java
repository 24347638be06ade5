package dev.headroom.lab.experiment;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known name that a mistyped one was probably meant to be, by edit distance (Damerau 1964). */
public final class Nearest {

    /** One slip in three letters is a typo; more is another word. */
    private static final int LETTERS_PER_SLIP = 3;

    private Nearest() {}

    /** {@code one of a, b, c}, and the likely one. */
    public static String expected(String typed, Collection<String> known) {
        String all = known.isEmpty() ? "none" : "one of " + String.join(", ", known);
        return all
                + of(typed, known)
                        .map(name -> " (did you mean `" + name + "`?)")
                        .orElse("");
    }

    static Optional<String> of(String typed, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(typed, name)))
                .filter(name -> distance(typed, name) <= Math.max(1, name.length() / LETTERS_PER_SLIP));
    }

    /** Letters put in, left out, replaced, or swapped with their neighbour. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
