package dev.headroom.benchmarks.fanout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks by JMH and prints their tables. Arguments: "short" or "full"; then, if not all are wanted, sections.
 *
 * <p>In rounds, in which all take turns with a new JVM each: whether an idle carrier is awake when a part is started differs from JVM to JVM
 * and from minute to minute, and costs more than most of what is measured here. So the median is given, not the mean.
 */
public final class Costs {
    private static final List<String> FLOORS = List.of("threads", "threads-deadline");

    /** In every round; the others in every third. */
    private static final List<String> CLOSE = List.of("threads", "threads-deadline", "fanout", "scope-deadline");

    private static final List<String> OTHERS =
            List.of("scope", "mug", "jox", "resilience4j", "failsafe", "reactor-virtual", "reactor", "future");

    private final boolean full;

    private Costs(boolean full) {
        this.full = full;
    }

    public static void main(String[] arguments) throws RunnerException {
        Costs costs = new Costs(arguments[0].equals("full"));
        List<String> sections = arguments.length > 1
                ? List.of(arguments).subList(1, arguments.length)
                : List.of("at-once", "slow", "platform", "gate");
        for (String section : sections) {
            switch (section) {
                case "at-once" -> costs.atOnce();
                case "slow" -> costs.slow();
                case "platform" -> costs.platform();
                case "gate" -> costs.gate();
                default -> throw new IllegalArgumentException("there is no section " + section);
            }
        }
    }

    private void atOnce() throws RunnerException {
        List<String> parts = full ? List.of("2", "4", "8") : List.of("4");
        Samples samples = new Samples();
        for (int round = 0; round < (full ? 6 : 1); round++) {
            for (String by : round % 3 == 0 ? all() : CLOSE) {
                for (String count : parts) {
                    samples.add(by, count, run(options("VIRTUAL", by, count, "0")));
                }
            }
        }
        print("Parts that answer at once, the caller on a virtual thread", samples, parts);
    }

    private void slow() throws RunnerException {
        List<String> parts = full ? List.of("2", "8") : List.of("4");
        Samples samples = new Samples();
        for (String by : all()) {
            for (String count : parts) {
                samples.add(
                        by,
                        count,
                        run(options("VIRTUAL", by, count, "1")
                                .warmupTime(TimeValue.seconds(2))
                                .measurementIterations(full ? 3 : 1)
                                .measurementTime(TimeValue.seconds(1))));
            }
        }
        print("Parts of 1 ms, the caller on a virtual thread", samples, parts);
    }

    private void platform() throws RunnerException {
        Samples samples = new Samples();
        for (int round = 0; round < (full ? 3 : 1); round++) {
            for (String by : List.of("threads", "threads-deadline", "fanout", "scope-deadline", "future")) {
                samples.add(by, "4", run(options("PLATFORM", by, "4", "0")));
            }
        }
        print("Parts that answer at once, the caller on a platform thread", samples, List.of("4"));
    }

    private void gate() throws RunnerException {
        Samples samples = new Samples();
        for (int round = 0; round < (full ? 3 : 1); round++) {
            // The compiler takes its last decisions after a second and a half
            ChainedOptionsBuilder options =
                    options("VIRTUAL").include("\\.GateCost\\.").warmupIterations(2);
            for (RunResult one : new Runner(options.build()).run()) {
                samples.add(one.getPrimaryResult().getLabel(), "", one);
            }
        }
        System.out.println("\n## A call on the caller's own thread, behind a bound that is free\n");
        System.out.println("| | ns | lowest to highest | B |\n| --- | --- | --- | --- |");
        for (String name :
                List.of("bare", "clock", "semaphore", "fairSemaphore", "fanout", "resilience4j", "failsafe")) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1f | %s | %.0f |%n",
                    name,
                    samples.median(name, ""),
                    samples.spread(name, "", 1),
                    samples.allocated(name, ""));
        }
    }

    private static List<String> all() {
        List<String> all = new ArrayList<>(CLOSE);
        all.addAll(OTHERS);
        return all;
    }

    private static RunResult run(ChainedOptionsBuilder options) throws RunnerException {
        return new Runner(options.build()).runSingle();
    }

    private static ChainedOptionsBuilder options(String caller, String by, String parts, String delay) {
        return options(caller)
                .include("\\.ComposedCall\\.")
                .param("by", by)
                .param("parts", parts)
                .param("delayMillis", delay);
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
                .forks(1)
                .warmupIterations(1)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(2)
                .measurementTime(TimeValue.milliseconds(500))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static void print(String title, Samples samples, List<String> parts) {
        System.out.println("\n## " + title + "\n");
        StringBuilder head = new StringBuilder("| by |");
        for (String count : parts) {
            head.append(' ')
                    .append(count)
                    .append(" parts, µs | lowest to highest | × threads | × threads-deadline | B |");
        }
        System.out.println(head);
        System.out.println("| --- |" + " --- | --- | --- | --- | --- |".repeat(parts.size()));
        for (String by : all()) {
            if (!samples.has(by)) {
                continue;
            }
            StringBuilder row = new StringBuilder("| " + by + " |");
            for (String count : parts) {
                double median = samples.median(by, count);
                row.append(String.format(Locale.ROOT, " %.2f | %s |", median, samples.spread(by, count, 2)));
                for (String floor : FLOORS) {
                    row.append(String.format(Locale.ROOT, " %.2f |", median / samples.median(floor, count)));
                }
                row.append(String.format(Locale.ROOT, " %.0f |", samples.allocated(by, count)));
            }
            System.out.println(row);
        }
    }

    /** The iterations of all rounds, by peer and number of parts. */
    private static final class Samples {
        private final Map<String, List<Double>> times = new LinkedHashMap<>();
        private final Map<String, List<Double>> bytes = new LinkedHashMap<>();

        void add(String by, String parts, RunResult result) {
            for (BenchmarkResult fork : result.getBenchmarkResults()) {
                for (IterationResult iteration : fork.getIterationResults()) {
                    list(times, by, parts).add(iteration.getPrimaryResult().getScore());
                    list(bytes, by, parts)
                            .add(iteration
                                    .getSecondaryResults()
                                    .get("gc.alloc.rate.norm")
                                    .getScore());
                }
            }
        }

        boolean has(String by) {
            return times.keySet().stream().anyMatch(key -> key.startsWith(by + " "));
        }

        double median(String by, String parts) {
            return median(list(times, by, parts));
        }

        double allocated(String by, String parts) {
            return median(list(bytes, by, parts));
        }

        String spread(String by, String parts, int digits) {
            List<Double> sorted = list(times, by, parts).stream().sorted().toList();
            return String.format(
                    Locale.ROOT, "%." + digits + "f to %." + digits + "f", sorted.getFirst(), sorted.getLast());
        }

        private static List<Double> list(Map<String, List<Double>> in, String by, String parts) {
            return in.computeIfAbsent(by + " " + parts, key -> new ArrayList<>());
        }

        private static double median(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int middle = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        }
    }
}
