package dev.headroom.benchmarks.fanout;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks by JMH and prints their tables. Argument: "short" or "full". */
public final class Costs {
    private static final List<String> FLOORS = List.of("threads", "threads-deadline");

    private final boolean full;

    private Costs(boolean full) {
        this.full = full;
    }

    public static void main(String[] arguments) throws RunnerException {
        new Costs(arguments[0].equals("full")).run();
    }

    private void run() throws RunnerException {
        String[] parts = full ? new String[] {"2", "4", "8"} : new String[] {"4"};
        System.out.println("## Parts that answer at once, the caller on a virtual thread\n");
        composed(composed("VIRTUAL", "0", parts).forks(full ? 2 : 1).build());
        System.out.println("\n## Parts of 1 ms, the caller on a virtual thread\n");
        composed(composed("VIRTUAL", "1", full ? new String[] {"2", "8"} : parts)
                .warmupTime(TimeValue.milliseconds(2_000))
                .measurementIterations(full ? 3 : 1)
                .measurementTime(TimeValue.seconds(1))
                .forks(1)
                .build());
        System.out.println("\n## Parts that answer at once, the caller on a platform thread\n");
        composed(composed("PLATFORM", "0", "4")
                .param("by", "threads", "threads-deadline", "future", "scope-deadline", "fanout")
                .forks(full ? 2 : 1)
                .build());
        System.out.println("\n## A call on the caller's own thread, behind a bound that is free\n");
        gate(new Runner(options("VIRTUAL")
                        .include("\\.GateCost\\.")
                        .forks(full ? 2 : 1)
                        .build())
                .run());
    }

    private static ChainedOptionsBuilder composed(String caller, String delay, String... parts) {
        return options(caller)
                .include("\\.ComposedCall\\.")
                .param("delayMillis", delay)
                .param("parts", parts);
    }

    private static ChainedOptionsBuilder options(String caller) {
        return new OptionsBuilder()
                .jvmArgsAppend(
                        "--enable-preview",
                        // JMH itself warns otherwise, amid the tables
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Xms1g",
                        "-Xmx1g",
                        "-Djmh.executor=" + caller)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(1_500))
                .measurementIterations(4)
                .measurementTime(TimeValue.milliseconds(500))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static void composed(Options options) throws RunnerException {
        Collection<RunResult> results = new Runner(options).run();
        List<String> counts = distinct(results, "parts");
        System.out.println("| by |"
                + counts.stream()
                        .map(n -> " " + n + " parts, µs | × threads | × threads-deadline | B |")
                        .collect(Collectors.joining()));
        System.out.println("| --- |" + " --- | --- | --- | --- |".repeat(counts.size()));
        for (String by : distinct(results, "by")) {
            StringBuilder row = new StringBuilder("| " + by + " |");
            for (String count : counts) {
                RunResult one = find(results, by, count);
                row.append(String.format(Locale.ROOT, " %s |", score(one, 2)));
                for (String floor : FLOORS) {
                    row.append(String.format(Locale.ROOT, " %.2f |", mean(one) / mean(find(results, floor, count))));
                }
                row.append(String.format(Locale.ROOT, " %.0f |", allocated(one)));
            }
            System.out.println(row);
        }
    }

    private static void gate(Collection<RunResult> results) {
        System.out.println("| | ns | B |\n| --- | --- | --- |");
        for (RunResult one : results) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.0f |%n",
                    one.getPrimaryResult().getLabel(),
                    score(one, 1),
                    allocated(one));
        }
    }

    private static List<String> distinct(Collection<RunResult> results, String parameter) {
        List<String> asked = Arrays.asList(
                "threads",
                "threads-deadline",
                "fanout",
                "scope",
                "scope-deadline",
                "mug",
                "jox",
                "resilience4j",
                "failsafe",
                "reactor-virtual",
                "reactor",
                "future",
                "2",
                "4",
                "8");
        List<String> there = results.stream()
                .map(one -> one.getParams().getParam(parameter))
                .distinct()
                .toList();
        return asked.stream().filter(there::contains).toList();
    }

    private static RunResult find(Collection<RunResult> results, String by, String parts) {
        return results.stream()
                .filter(one -> one.getParams().getParam("by").equals(by)
                        && one.getParams().getParam("parts").equals(parts))
                .findFirst()
                .orElseThrow();
    }

    private static double mean(RunResult one) {
        return one.getPrimaryResult().getScore();
    }

    /** With half the width of the 99.9 % interval, as JMH has it. */
    private static String score(RunResult one, int digits) {
        double error = one.getPrimaryResult().getScoreError();
        String format = "%." + digits + "f" + (Double.isNaN(error) ? "" : " ± %." + digits + "f");
        return String.format(Locale.ROOT, format, mean(one), error);
    }

    /** Bytes per call, of all threads. */
    private static double allocated(RunResult one) {
        return one.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    }
}
