import dev.headroom.core.model.Observation;
import dev.headroom.probe.AgentProbe;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Measures {@link Busy} in pairs, with and without the probe attached, in random order and in one JVM. */
public class ProbeCost {

    static final Observation.ProbeCost NONE = new Observation.ProbeCost("none", 0, Duration.ZERO, Duration.ZERO, 0);

    record Run(double perSecond, Observation.ProbeCost cost) {}

    public static void main(String[] arguments) throws Exception {
        Path out = Path.of(arguments[0]);
        int pairs = Integer.parseInt(arguments[1]);
        int seconds = Integer.parseInt(arguments[2]);
        Random coin = new Random();
        List<String> rows = new ArrayList<>();
        List<Double> losses = new ArrayList<>();
        Process busy = start(out.resolveSibling("Busy.java"));
        try (BufferedReader lines = busy.inputReader()) {
            awaitSteady(lines);
            for (int pair = 1; pair <= pairs; pair++) {
                Run[] runs = new Run[2];
                int first = coin.nextInt(2);
                for (int probed : new int[] {first, 1 - first}) {
                    runs[probed] = probed == 1 ? probed(busy.pid(), lines, seconds) : new Run(rate(lines, seconds), NONE);
                }
                double loss = 1 - runs[1].perSecond() / runs[0].perSecond();
                losses.add(loss);
                Observation.ProbeCost cost = runs[1].cost();
                rows.add(String.format(Locale.ROOT, "| %d | %.0f | %.0f | %+.2f %% | %.3f | %.2f %% | %d ms |", pair,
                        runs[0].perSecond(), runs[1].perSecond(), 100 * loss, cost.cpu().toNanos() / 1e9 / seconds,
                        100 * cost.share(), cost.interval().toMillis()));
                System.err.println(rows.getLast());
            }
        } finally {
            busy.destroyForcibly().waitFor();
        }
        double mean = losses.stream().mapToDouble(x -> x).average().orElse(0);
        double variance = losses.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum() / Math.max(1, pairs - 1);
        double[] t = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26};
        double error = (pairs - 2 < t.length ? t[Math.max(0, pairs - 2)] : 2.0) * Math.sqrt(variance / pairs);
        String table = "# Cost of the probe at 400 busy threads\n\n"
                + "| pair | tasks/s without | tasks/s with | loss | probe, cores | of the machine | interval |\n"
                + "| --- | --- | --- | --- | --- | --- | --- |\n" + String.join("\n", rows)
                + String.format(Locale.ROOT, "%n%nMean loss %.2f %% ± %.2f %% (95 %%, Student's t over %d pairs), %d cores, "
                        + "Java %s, %d s a run.%n", 100 * mean, 100 * error, pairs,
                        Runtime.getRuntime().availableProcessors(), System.getProperty("java.version"), seconds);
        Files.writeString(out, table);
        System.out.print(table);
    }

    static Process start(Path source) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, "-XX:+EnableDynamicAgentLoading", source.toString(), "400")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** 400 runnable threads leave the compiler little: it can take a minute until the speed no longer changes. */
    static void awaitSteady(BufferedReader lines) throws Exception {
        double last = 0;
        for (int steady = 0; steady < 3; ) {
            double now = rate(lines, 3);
            steady = Math.abs(now / last - 1) < 0.03 ? steady + 1 : 0;
            last = now;
        }
    }

    static Run probed(long pid, BufferedReader lines, int seconds) throws Exception {
        try (AgentProbe probe = AgentProbe.attach(pid)) {
            probe.start();
            rate(lines, 2); // attaching is not part of watching
            Instant from = Instant.now();
            double rate = rate(lines, seconds);
            return new Run(rate, probe.finish(from, new Observation.Window(from, Duration.ofSeconds(seconds))).probe());
        } finally {
            rate(lines, 1);
        }
    }

    /** Tasks per second over the next seconds, by the clock of the service. */
    static double rate(BufferedReader lines, int seconds) throws Exception {
        while (lines.ready()) {
            lines.readLine(); // what was printed while nobody listened
        }
        long[] before = count(lines.readLine());
        long[] after = before;
        for (int i = 0; i < seconds; i++) {
            after = count(lines.readLine());
        }
        return (after[1] - before[1]) * 1e9 / (after[0] - before[0]);
    }

    static long[] count(String line) {
        String[] parts = line.split(" ");
        return new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1])};
    }
}
