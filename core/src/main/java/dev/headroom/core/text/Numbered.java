package dev.headroom.core.text;

/** Names that differ by a number alone: {@code shard-1-of-orders}, {@code shard-2-of-orders}. */
public final class Numbered {

    /** What parts a number from what stands before it. */
    public static final String SEPARATORS = "-_#@ /.:([{<";

    private Numbered() {}

    /** The name without its numbers, nor what parts them from what stands before. Takes time that grows with the length of the name alone. */
    public static String without(String name) {
        StringBuilder rest = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char next = name.charAt(i);
            if (next < '0' || next > '9') {
                rest.append(next);
                continue;
            }
            while (!rest.isEmpty() && SEPARATORS.indexOf(rest.charAt(rest.length() - 1)) >= 0) {
                rest.setLength(rest.length() - 1);
            }
        }
        return rest.toString();
    }
}
