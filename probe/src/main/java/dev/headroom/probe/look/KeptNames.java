package dev.headroom.probe.look;

import dev.headroom.core.text.Numbered;
import java.util.HashMap;
import java.util.Map;

/**
 * What stays of the names of threads that their tasks rename: of {@code Worker-7: stocktaking} and {@code Worker-7: backup} it is {@code Worker-7}. What a thread
 * does just now is no pool.
 */
public final class KeptNames {

    /** Threads whose names are remembered; they end, and others come. */
    private static final int MOST = 100_000;

    /** Letters that two names have in common by more than chance. */
    private static final int FEWEST = 3;

    private final Map<Long, String> kept = new HashMap<>();

    /** Of the thread with that identifier, whose name is now so. */
    public String of(long thread, String called) {
        String before = kept.get(thread);
        if (called.equals(before)) {
            return called;
        }
        if (kept.size() >= MOST) {
            kept.clear();
        }
        String name = before == null ? called : common(before, called);
        kept.put(thread, name);
        return name;
    }

    /** What both begin with, without a word or number that is cut, nor what parts it from what goes on; the first where that is no name. */
    private static String common(String first, String second) {
        int end = 0;
        while (end < Math.min(first.length(), second.length()) && first.charAt(end) == second.charAt(end)) {
            end++;
        }
        while (end > 0 && isWord(first, end - 1) && (isWord(first, end) || isWord(second, end))) {
            end--; // in the middle of a word, or of a number
        }
        while (end > 0 && Numbered.SEPARATORS.indexOf(first.charAt(end - 1)) >= 0) {
            end--;
        }
        String both = first.substring(0, end);
        return both.chars().filter(Character::isLetter).count() >= FEWEST ? both : first;
    }

    private static boolean isWord(String name, int at) {
        return at < name.length() && Character.isLetterOrDigit(name.charAt(at));
    }
}
