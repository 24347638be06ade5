package dev.headroom.cli.safety;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One row of the table in {@code docs/what-stays.md}: what users are told and what the suite allows are the same.
 *
 * @param ways in by which it comes
 * @param fact {@code *} stands for any text
 * @param until when it goes
 */
record Stays(Set<Way> ways, Pattern fact, Until until) {

    private static final Path PAGE = Path.of("..", "docs", "what-stays.md");

    /** One of these is what stays; a second one would come with each run. */
    private static final Pattern COUNTED = Pattern.compile("(class|path|open .*headroom).*");

    private static final int COLUMNS = 5;

    /** When it goes. */
    enum Until {
        THE_JVM_ENDS,
        A_MINUTE_LATER,
        THE_NEXT_HEADROOM;

        static Until of(String words) {
            return switch (words) {
                case "the JVM ends" -> THE_JVM_ENDS;
                case "a minute later" -> A_MINUTE_LATER;
                case "the next Headroom" -> THE_NEXT_HEADROOM;
                default -> throw new IllegalArgumentException(words);
            };
        }
    }

    static List<Stays> documented() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|", -1))
                .map(Stays::row)
                .toList();
    }

    private static Stays row(String[] cells) {
        if (cells.length != COLUMNS + 1) {
            throw new IllegalArgumentException(PAGE + " has a row of other columns: " + Arrays.toString(cells));
        }
        String fact = cells[1].strip().replace("`", "");
        Set<Way> ways = Arrays.stream(cells[2].strip().split(", ", -1))
                .flatMap(word -> Arrays.stream(Way.values()).filter(way -> way.rung.equals(word)))
                .collect(Collectors.toUnmodifiableSet());
        String pattern =
                Arrays.stream(fact.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return new Stays(ways, Pattern.compile(pattern), Until.of(cells[3].strip()));
    }

    /** It has come, or has gone since; it may not change or become more. */
    boolean allows(Set<Way> used, Snapshot.Difference difference) {
        boolean here = used.stream().anyMatch(ways::contains)
                && fact.matcher(difference.fact()).matches();
        boolean comes = difference.before().equals(Snapshot.NONE);
        boolean isOne = !COUNTED.matcher(difference.fact()).matches()
                || !difference.after().matches("[2-9]|\\d\\d+");
        return here && (comes && isOne || difference.after().equals(Snapshot.NONE));
    }
}
