package dev.headroom.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.statistics.Thresholds.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Decisions stand in one list; what a class adds is a law's, a protocol's or a machine's. */
class ThresholdsTest {

    private static final Path MAIN = Path.of("src/main/java/dev/headroom/core");
    private static final Path PAGE = Path.of("../docs/thresholds.md");

    private static final List<String> DECIDING =
            List.of("evidence", "conservation", "bounds", "rules", "diagnosis", "proof", "structure", "statistics");

    private static final Pattern CONSTANT =
            Pattern.compile("static final (?:double|int|long|Duration) (\\w+) = ([^;]*);", Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])[0-9][0-9._]*");

    private static final Pattern LEVEL = Pattern.compile("\\bThresholds\\.([A-Z_]+)\\b");

    /** With why it is no decision. */
    private static final List<String> GIVEN = List.of(
            "AskedLoad.PARTS", // that a run is cut into
            "InFlightCensus.ROUNDING", // of sums of floating-point numbers
            "Contrast.UNKNOWNS", // of a straight line with a trend
            "OtherSize.LINE", // bytes of a line of status
            "AnswerPace.FASTEST",
            "AsyncDispatch.LOOKS", // of which more tell nothing
            "AnswerPace.FASTEST_BY_TICKS", // ticks a second: a tenth of those by which answers are timed
            "LongQueues.OVER", // from a distribution
            "Processors.ROUNDING", // as above
            "Ranking.DEEPEST", // ends a recursion
            "Rejections.TOO_MANY", // a status of HTTP
            "Rejections.UNAVAILABLE", // a status of HTTP
            "Rhythm.STEPS", // that are looked at between two frequencies which can be told apart
            "Steps.ROUNDING", // of floating-point numbers
            "Terms.EDGES", // from a distribution
            "Timeouts.UNAVAILABLE", // a status of HTTP
            "VirtualThreads.UNPINNED", // a version of Java
            "WaiterCounts.ONE"); // who is counted or not

    private static List<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : DECIDING) {
            try (Stream<Path> files = Files.list(MAIN.resolve(folder))) {
                files.filter(file ->
                                file.toString().endsWith(".java") && !name(file).equals("Thresholds"))
                        .sorted()
                        .forEach(all::add);
            }
        }
        return all;
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    @Test
    void thereAreFewAndEachHasItsUnitAndReason() {
        assertThat(Thresholds.DECLARED).hasSizeLessThanOrEqualTo(40);
        assertThat(Thresholds.DECLARED)
                .allMatch(one -> !one.unit().isBlank() && one.reason().length() > 10);
        assertThat(Thresholds.values()).hasSameSizeAs(Thresholds.DECLARED);
    }

    @Test
    void noClassThatDecidesHasANumberOfItsOwn() throws IOException {
        List<String> own = new ArrayList<>();
        for (Path file : sources()) {
            Matcher constants = CONSTANT.matcher(Files.readString(file));
            while (constants.find()) {
                if (decides(constants.group(2))) {
                    own.add(name(file) + "." + constants.group(1));
                }
            }
        }
        assertThat(own).containsExactlyInAnyOrderElementsOf(GIVEN);
    }

    /** A number, or more in it than to count from 0 to 2 with. */
    private static boolean decides(String value) {
        return value.matches("-?[0-9.][0-9._eEdL-]*")
                || NUMBER.matcher(value)
                        .results()
                        .anyMatch(number -> !number.group().matches("[012]"));
    }

    @Test
    void thePageIsThisList() throws IOException {
        assertThat(Files.readString(PAGE)).contains(table());
    }

    private static String table() throws IOException {
        StringBuilder table =
                new StringBuilder("| name | value | unit | why | where |\n| --- | --- | --- | --- | --- |\n");
        for (Threshold one : Thresholds.DECLARED) {
            table.append(String.format(
                    Locale.ROOT,
                    "| `%s` | %s | %s | %s | %s |%n",
                    one.name(),
                    one.value() == Math.rint(one.value()) ? Long.toString((long) one.value()) : one.value(),
                    one.unit(),
                    one.reason(),
                    users(one.name().replace('-', '_').toUpperCase(Locale.ROOT))));
        }
        return table.toString();
    }

    private static String users(String level) throws IOException {
        List<String> users = new ArrayList<>();
        for (Path file : sources()) {
            Matcher names = LEVEL.matcher(Files.readString(file));
            boolean uses = names.results().anyMatch(use -> use.group(1).equals(level));
            if (uses) {
                users.add(name(file));
            }
        }
        assertThat(users).as(level).isNotEmpty();
        return users.stream().collect(Collectors.joining(", "));
    }
}
