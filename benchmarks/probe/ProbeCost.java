import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.jvm.ProcessId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Measures {@link Busy} in pairs of halves in one JVM, without and with the probe, in an order that turns about. */
public class ProbeCost {

    static final int CORES = Runtime.getRuntime().availableProcessors();
    static final double[] T = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26};

    /** @param cpu seconds on a core by kind of thread, as the kernel accounts for it; told by the probe: what it says of itself */
    record Half(double seconds, double tasks, double p99, double stopped, Map<String, Double> cpu, double told) {

        double rate() {
            return tasks / seconds;
        }

        double all() {
            return cpu.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        double of(String kind) {
            return cpu.getOrDefault(kind, 0.0) / seconds / CORES;
        }
    }

    record Pair(Half without, Half with) {

        double lost() {
            return 1 - with.rate() / without.rate();
        }

        double slower() {
            return with.p99() / without.p99() - 1;
        }

        /** Of the machine: threads of the probe, and what the VM's own took more of. */
        double cpu() {
            return with.of("agent") + with.of("recorder") + with.of("VM") - without.of("VM");
        }

        double stopped() {
            return with.stopped() / with.seconds() - without.stopped() / without.seconds();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path source = Path.of(arguments[0]);
        Path out = Path.of(arguments[1]);
        int pairs = Integer.parseInt(arguments[2]);
        int seconds = Integer.parseInt(arguments[3]);
        List<String> rows = new ArrayList<>();
        for (int i = 4; i < arguments.length; i++) {
            String[] size = arguments[i].split(":");
            rows.add(row(size[0], size[1], measure(source, size, pairs, seconds)));
            System.err.println(rows.getLast());
        }
        String table = "# Cost of the probe\n\n"
                + "| threads | tasks/s | loss of throughput | p99 longer by | stopped | agent | recorder | probe in all, of the machine | as it tells itself |\n"
                + "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n" + String.join("\n", rows)
                + String.format(Locale.ROOT, "%n%n%d pairs of %d s for each, %d cores, Java %s; ± is Student's 95 %%. %s%n", pairs,
                        seconds, CORES, System.getProperty("java.version"), busyMachine());
        Files.writeString(out, table);
        System.out.print(table);
    }

    static String row(String kind, String count, List<Pair> pairs) {
        return String.format(Locale.ROOT, "| %s %s | %.0f | %s | %s | %s | %s | %s | %s | %s |", count, kind,
                pairs.stream().mapToDouble(pair -> pair.without().rate()).average().orElse(0),
                percent(pairs, Pair::lost), percent(pairs, Pair::slower), percent(pairs, Pair::stopped),
                percent(pairs, pair -> pair.with().of("agent")), percent(pairs, pair -> pair.with().of("recorder")),
                percent(pairs, Pair::cpu), percent(pairs, pair -> pair.with().told()));
    }

    static String percent(List<Pair> pairs, ToDoubleFunction<Pair> figure) {
        double mean = pairs.stream().mapToDouble(figure).average().orElse(0);
        double variance = pairs.stream().mapToDouble(pair -> Math.pow(figure.applyAsDouble(pair) - mean, 2)).sum()
                / Math.max(1, pairs.size() - 1);
        double t = T[Math.min(T.length, Math.max(1, pairs.size() - 1)) - 1];
        return String.format(Locale.ROOT, "%.2f ± %.2f %%", 100 * mean, 100 * t * Math.sqrt(variance / pairs.size()));
    }

    static List<Pair> measure(Path source, String[] size, int pairs, int seconds) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process busy = new ProcessBuilder(java, "--add-exports=java.management/sun.management=ALL-UNNAMED",
                        "-XX:+EnableDynamicAgentLoading", source.toString(), size[0], size[1])
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Pair> all = new ArrayList<>();
        try (BufferedReader lines = busy.inputReader()) {
            awaitSteady(busy.pid(), lines);
            for (int pair = 0; pair < pairs; pair++) {
                Half with = pair % 2 == 0 ? null : probed(busy.pid(), lines, seconds);
                Half without = half(busy.pid(), lines, seconds);
                all.add(new Pair(without, with == null ? probed(busy.pid(), lines, seconds) : with));
            }
            return all;
        } finally {
            busy.destroyForcibly().waitFor();
        }
    }

    /** Thousands of runnable threads leave the compiler little: it can take a while until a task takes no less time on a core. */
    static void awaitSteady(long pid, BufferedReader lines) throws Exception {
        double last = 0;
        for (int steady = 0, tries = 0; steady < 2 && tries < 10; tries++) {
            Half half = half(pid, lines, 2);
            double now = half.all() / half.tasks();
            steady = Math.abs(now / last - 1) < 0.05 ? steady + 1 : 0;
            last = now;
        }
    }

    static Half probed(long pid, BufferedReader lines, int seconds) throws Exception {
        Half seen;
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(pid), Secrets::hideIn)) {
            probe.start();
            half(pid, lines, 3); // attaching is not part of watching
            Instant from = Instant.now();
            Half half = half(pid, lines, seconds);
            double told = probe.finish(from, new Observation.Window(from, Duration.ofSeconds(seconds))).probe().share();
            seen = new Half(half.seconds(), half.tasks(), half.p99(), half.stopped(), half.cpu(), told);
        }
        half(pid, lines, 1);
        return seen;
    }

    static Half half(long pid, BufferedReader lines, int seconds) throws Exception {
        while (lines.ready()) {
            lines.readLine(); // what was printed while nobody listened
        }
        double[] before = numbers(lines.readLine());
        Map<String, Double> spent = cpu(pid);
        double[] after = before;
        double p99 = 0;
        for (int i = 0; i < seconds; i++) {
            after = numbers(lines.readLine());
            p99 += after[2] / seconds;
        }
        Map<String, Double> cpu = cpu(pid);
        cpu.replaceAll((kind, now) -> now - spent.getOrDefault(kind, 0.0));
        return new Half((after[0] - before[0]) / 1e9, after[1] - before[1], p99, (after[3] - before[3]) / 1e3, cpu, 0);
    }

    static double[] numbers(String line) {
        return java.util.Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    static Map<String, Double> cpu(long pid) throws IOException {
        Map<String, Double> sums = new TreeMap<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks) {
                try {
                    String name = Files.readString(task.resolve("comm")).strip();
                    double used = Double.parseDouble(Files.readString(task.resolve("schedstat")).split(" ")[0]) / 1e9;
                    sums.merge(kind(name), used, Double::sum);
                } catch (NoSuchFileException e) {
                    continue; // it has ended
                }
            }
        }
        return sums;
    }

    static String kind(String thread) {
        return thread.startsWith("headroom-") ? "agent"
                : thread.startsWith("JFR") ? "recorder"
                : thread.equals("VM Thread") ? "VM"
                : "service";
    }

    static String busyMachine() throws IOException {
        return "Load average at the end " + Files.readString(Path.of("/proc/loadavg")).split(" ")[0] + ".";
    }
}
