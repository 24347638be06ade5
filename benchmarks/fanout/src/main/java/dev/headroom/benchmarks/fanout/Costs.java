package dev.headroom.benchmarks.fanout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
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
 * <p>In five rounds, in which all take turns with a new JVM each: whether an idle carrier is awake when a part is started differs from JVM to
 * JVM and from minute to minute, and costs more than most of what is measured here. A sample is the mean of one JVM, all have as many, and
 * where those of two overlap, no difference is claimed.
 */
public final class Costs {
    private static final List<String> FLOORS = List.of("threads", "threads-deadline");
    private static final List<String> PEERS = List.of(
            "threads",
            "threads-deadline",
            "fanout",
            "scope-deadline",
            "mug",
            "jox",
            "resilience4j",
            "failsafe",
            "reactor-virtual");

    private final int rounds;

    private Costs(int rounds) {
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws RunnerException {
        Costs costs = new Costs(arguments[0].equals("full") ? 5 : 1);
        List<String> sections = arguments.length > 1
                ? List.of(arguments).subList(1, arguments.length)
                : List.of("composed", "free", "full");
        for (String section : sections) {
            switch (section) {
                case "composed" -> costs.composed();
                case "free" -> {
                    costs.gate("A call on the caller's own thread, behind a bound that is free", "GateCost", 1, 50);
                    costs.gate("The same by two threads at a time", "GateCost", 2, 50);
                }
                case "full" -> {
                    costs.gate("The same where there is one permit for the two", "GateCost", 2, 1);
                    costs.gate("Turned away by a bound that is full", "FullGate", 1, 1);
                }
                default -> throw new IllegalArgumentException("there is no section " + section);
            }
        }
    }

    private void composed() throws RunnerException {
        Map<String, Taken> taken = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String by : PEERS) {
                var options = options().include("\\.ComposedCall\\.").param("by", by);
                taken.computeIfAbsent(by, key -> new Taken()).add(new Runner(options.build()).runSingle());
            }
        }
        print("Four parts that answer at once, the caller on a virtual thread", "µs", 2, taken, FLOORS);
    }

    private void gate(String title, String benchmarks, int threads, int permits) throws RunnerException {
        Map<String, Taken> taken = new LinkedHashMap<>();
        for (String one : List.of("clock", "semaphore", "fairSemaphore", "fanout", "resilience4j", "failsafe")) {
            taken.put(one, new Taken());
        }
        for (int round = 0; round < rounds; round++) {
            ChainedOptionsBuilder options = options()
                    .include(
                            "\\." + benchmarks + "\\." + (threads == 1 ? "" : "(semaphore|fair|fanout|resil|failsafe)"))
                    // The compiler takes its last decisions after a second and a half
                    .warmupIterations(4)
                    .threads(threads);
            if (benchmarks.equals("GateCost")) {
                options.param("permits", Integer.toString(permits));
            }
            for (RunResult one : new Runner(options.build()).run()) {
                taken.get(one.getPrimaryResult().getLabel()).add(one);
            }
        }
        taken.values().removeIf(none -> none.times.isEmpty());
        print(title, "ns", 1, taken, List.of("semaphore", "resilience4j"));
    }

    private static ChainedOptionsBuilder options() {
        return new OptionsBuilder()
                .jvmArgsAppend(
                        "--enable-preview",
                        // JMH itself warns otherwise, amid the tables
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Xms1g",
                        "-Xmx1g",
                        "-Djmh.executor=VIRTUAL")
                .forks(1)
                .warmupIterations(6)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(3)
                .measurementTime(TimeValue.milliseconds(500))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static void print(String title, String unit, int digits, Map<String, Taken> taken, List<String> floors) {
        System.out.println("\n### " + title + "\n");
        StringBuilder head = new StringBuilder("| by | " + unit + " | lowest to highest |");
        floors.forEach(floor -> head.append(" beside ").append(floor).append(" |"));
        System.out.println(head + " B |");
        System.out.println("| --- | --- | --- | --- |" + " --- |".repeat(floors.size()));
        taken.forEach((by, samples) -> {
            String number = "%." + digits + "f";
            StringBuilder row = new StringBuilder(String.format(
                    Locale.ROOT,
                    "| %s | " + number + " | " + number + " to " + number + " |",
                    by,
                    samples.median(),
                    samples.times.getFirst(),
                    samples.times.getLast()));
            for (String floor : floors) {
                row.append(' ').append(samples.beside(taken.get(floor))).append(" |");
            }
            System.out.printf(Locale.ROOT, "%s %.0f |%n", row, samples.bytes());
        });
    }

    /** The means of the rounds, in order of size. */
    private static final class Taken {
        private final List<Double> times = new ArrayList<>();
        private final List<Double> allocated = new ArrayList<>();

        void add(RunResult result) {
            times.add(result.getPrimaryResult().getScore());
            times.sort(null);
            allocated.add(result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
            allocated.sort(null);
        }

        double median() {
            return times.get(times.size() / 2);
        }

        double bytes() {
            return allocated.get(allocated.size() / 2);
        }

        String beside(Taken floor) {
            if (this == floor) {
                return "";
            }
            boolean apart = times.getFirst() > floor.times.getLast() || times.getLast() < floor.times.getFirst();
            return apart
                    ? String.format(Locale.ROOT, "%.2f ×", median() / floor.median())
                    : "no difference that can be seen";
        }
    }
}
