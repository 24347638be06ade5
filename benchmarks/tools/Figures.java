import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one tool says of one variant. Times are in ms; what a tool does not tell is empty.
 *
 * @param users that ask at the same time; users / rate is what ab prints as "Time per request (mean)"
 * @param requests that it has counted, failed ones among them
 * @param failed not answered, or not with 2xx (siege: or 3xx)
 * @param rate of all requests, 1/s
 */
record Figures(
        String tool,
        String command,
        int users,
        long requests,
        long failed,
        double rate,
        OptionalDouble mean,
        OptionalDouble p50,
        OptionalDouble p95,
        OptionalDouble p99,
        OptionalDouble max) {

    static final String HEAD = """
            | variant | by | command | requests | failed | requests/s | users / rate, ms | mean, ms | p50 | p95 | p99 | max |
            | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |""";

    static String none(String variant, String tool, String why) {
        return "| " + variant + " | " + tool + " | " + why + " | - | - | - | - | - | - | - | - | - |";
    }

    String row(String variant) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | `%s` | %d | %d | %.2f | %.0f | %s | %s | %s | %s | %s |",
                variant,
                tool,
                command,
                requests,
                failed,
                rate,
                1_000 * users / rate,
                text(mean),
                text(p50),
                text(p95),
                text(p99),
                text(max));
    }

    private static String text(OptionalDouble millis) {
        return millis.isPresent() ? String.format(Locale.ROOT, "%.0f", millis.getAsDouble()) : "-";
    }

    /**
     * ab: its "Time per request (mean)" is users / rate, whatever the requests took; the mean here is that of the
     * requests, from the line "Total:", which is in whole ms. A request that was answered otherwise than the first one counts as
     * failed there ("Length"): not here.
     */
    static Figures ofAb(String command, int users, String output) {
        long complete = (long) number(output, "Complete requests: +(\\d+)").orElseThrow();
        double broken = sum(output, "Connect: (\\d+), Receive: (\\d+), Length: \\d+, Exceptions: (\\d+)");
        double not2xx = number(output, "Non-2xx responses: +(\\d+)").orElse(0);
        return new Figures(
                "ab",
                command,
                users,
                complete,
                (long) (broken + not2xx),
                number(output, "Requests per second: +([\\d.]+)").orElseThrow(),
                number(output, "Total: +\\d+ +(\\d+)"),
                number(output, " 50% +(\\d+)"),
                number(output, " 95% +(\\d+)"),
                number(output, " 99% +(\\d+)"),
                number(output, "100% +(\\d+)"));
    }

    /**
     * siege: times are in s with two digits, and there are no percentiles. Its "response_time" is the time of all
     * requests, failed ones among them, divided by the number of the others: the mean here is divided by all.
     */
    static Figures ofSiege(String command, int users, String json) {
        long hits = (long) number(json, "\"transactions\":\\s+(\\d+)").orElseThrow();
        long failed = (long) number(json, "\"failed_transactions\":\\s+(\\d+)").orElseThrow();
        double elapsed = number(json, "\"elapsed_time\":\\s+([\\d.]+)").orElseThrow();
        double share = hits + failed == 0 ? 0 : (double) hits / (hits + failed);
        return new Figures(
                "siege",
                command,
                users,
                hits + failed,
                failed,
                (hits + failed) / elapsed,
                millis(number(json, "\"response_time\":\\s+([\\d.]+)").stream()
                        .map(seconds -> seconds * share)
                        .findFirst()),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                millis(number(json, "\"longest_transaction\":\\s+([\\d.]+)")));
    }

    /** Headroom's own run of that variant; empty where there is none, or a shortened or broken one. */
    static Optional<Figures> ofHeadroom(Path folder) throws IOException {
        Path file = folder.resolve("run.json");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Run run = RunFile.read(file);
        if (run.quick()
                || run.failure().isPresent()
                || run.result().isEmpty()
                || !(run.load() instanceof Load.Closed closed)) {
            return Optional.empty();
        }
        LoadResult result = run.result().get();
        return Optional.of(new Figures(
                "Headroom",
                "headroom run " + run.experiment(),
                closed.users(),
                result.requests(),
                result.failed(),
                result.requests() / (result.elapsed().toNanos() / 1e9),
                millis(result.latency().mean()),
                millis(result.latency().p50()),
                millis(result.latency().p95()),
                millis(result.latency().p99()),
                millis(result.latency().max())));
    }

    /** Zero is a figure that too few responses carry. */
    private static OptionalDouble millis(Duration time) {
        return time.isZero() ? OptionalDouble.empty() : OptionalDouble.of(time.toNanos() / 1e6);
    }

    private static OptionalDouble millis(OptionalDouble seconds) {
        return seconds.isPresent() ? OptionalDouble.of(seconds.getAsDouble() * 1_000) : seconds;
    }

    private static OptionalDouble number(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1))) : OptionalDouble.empty();
    }

    private static double sum(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        double sum = 0;
        for (int i = 1; matcher.find() && i <= matcher.groupCount(); i++) {
            sum += Double.parseDouble(matcher.group(i));
        }
        return sum;
    }
}
