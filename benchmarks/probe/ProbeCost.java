import dev.headroom.core.model.Observation;
import dev.headroom.probe.AgentProbe;
import dev.headroom.probe.Leash;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Runs {@link Busy} in pairs, with and without the probe, in random order. */
public class ProbeCost {

    record Run(double perSecond, Observation.ProbeCost cost) {}

    public static void main(String[] arguments) throws Exception {
        Path out = Path.of(arguments[0]);
        int pairs = Integer.parseInt(arguments[1]);
        int seconds = Integer.parseInt(arguments[2]);
        Random coin = new Random();
        List<String> rows = new ArrayList<>();
        List<Double> losses = new ArrayList<>();
        try (Leash leash = Leash.open()) {
            for (int pair = 1; pair <= pairs; pair++) {
                Run[] runs = new Run[2];
                int first = coin.nextInt(2);
                for (int probed : new int[] {first, 1 - first}) {
                    runs[probed] = run(leash, probed == 1, out.resolveSibling("Busy.java"), seconds);
                }
                double loss = 1 - runs[1].perSecond() / runs[0].perSecond();
                losses.add(loss);
                Observation.ProbeCost cost = runs[1].cost();
                rows.add(String.format(Locale.ROOT, "| %d | %.0f | %.0f | %+.2f %% | %.3f | %.2f %% | %d ms |", pair,
                        runs[0].perSecond(), runs[1].perSecond(), 100 * loss, cost.cpu().toNanos() / 1e9 / seconds,
                        100 * cost.share(), cost.interval().toMillis()));
                System.err.println(rows.getLast());
            }
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

    static Run run(Leash leash, boolean probed, Path source, int seconds) throws Exception {
        try (AgentProbe probe = AgentProbe.listen()) {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(leash.jvmArguments());
            if (probed) {
                command.addAll(probe.launchArguments());
            }
            command.addAll(List.of(source.toString(), "400"));
            Process busy = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            try (BufferedReader lines = busy.inputReader()) {
                if (probed) {
                    probe.start();
                }
                for (int warm = 0; warm < 4; warm++) {
                    lines.readLine();
                }
                Instant from = Instant.now();
                long[] before = count(lines.readLine());
                long[] after = before;
                for (int i = 0; i < seconds; i++) {
                    after = count(lines.readLine());
                }
                Observation.ProbeCost cost = new Observation.ProbeCost("none", 0, Duration.ZERO, Duration.ZERO, 0);
                if (probed) {
                    cost = probe.finish(from, new Observation.Window(from, Duration.ofSeconds(seconds))).probe();
                }
                return new Run((after[1] - before[1]) * 1e9 / (after[0] - before[0]), cost);
            } finally {
                busy.destroyForcibly().waitFor();
            }
        }
    }

    static long[] count(String line) {
        String[] parts = line.split(" ");
        return new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1])};
    }
}
