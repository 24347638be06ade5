import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.ProbeCost;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.Probe;
import dev.headroom.probe.dump.DumpProbe;
import dev.headroom.probe.jvm.ProcessId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** What it costs a running JVM to be watched: attaches to fresh JVMs of so many threads in each way, and prints a row of a table for each. */
public class Watching {

    static final double TICKS = 100;
    static final double MB = 1 << 20;
    static final int SECONDS = 10;

    record Seen(double first, double start, double with, ProbeCost told, double heap, double rss) {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("park")) {
            park(arguments[1].equals("virtual"), Integer.parseInt(arguments[2]));
            return;
        }
        for (String way : new String[] {"dump", "jfr", "jmx", "agent"}) {
            measure(way, "platform", "10", 1); // so that Headroom's own classes are loaded
        }
        for (String size : arguments) {
            for (String way : new String[] {"dump", "jfr", "jmx", "agent"}) {
                System.out.println(measure(way, size.split(":")[0], size.split(":")[1], SECONDS));
            }
        }
    }

    /** Each thread wakes once a second, virtual ones once in ten. */
    static void park(boolean virtual, int threads) throws Exception {
        long nanos = virtual ? 10_000_000_000L : 1_000_000_000L;
        for (int i = 0; i < threads; i++) {
            Runnable task = () -> {
                while (true) {
                    LockSupport.parkNanos(nanos);
                }
            };
            if (virtual) {
                Thread.ofVirtual().start(task);
            } else {
                Thread.ofPlatform().name("worker-" + i).start(task);
            }
        }
        System.out.println("ready");
        Thread.sleep(Long.MAX_VALUE);
    }

    static String measure(String way, String kind, String count, int seconds) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process target = new ProcessBuilder(
                        java, "-XX:+EnableDynamicAgentLoading", "-cp", System.getProperty("java.class.path"), "Watching", "park", kind, count)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            target.inputReader().readLine();
            Thread.sleep(3_000);
            double heap = heap(target.pid());
            double rss = rss(target.pid());
            double before = cpu(target.pid());
            Thread.sleep(seconds * 1_000L);
            double without = (cpu(target.pid()) - before) / seconds;
            Seen seen = seen(way, target.pid(), seconds, without);
            Thread.sleep(2_000);
            return String.format(
                    Locale.ROOT,
                    "| %s %s | %s | %.0f ms | %.2f s | %.2f s | %.2f s | %.2f s | %.1f s | %.1f %% | %.1f MB | %.1f MB | %.1f MB |",
                    count, kind, way, seen.first() * 1e3, seen.start(), without * seconds, seen.with(),
                    seen.told().cpu().toMillis() / 1e3, seen.told().interval().toMillis() / 1e3, 100 * seen.told().share(),
                    seen.heap() - heap, seen.rss() - rss, heap(target.pid()) - heap);
        } finally {
            target.destroyForcibly().waitFor();
        }
    }

    static Seen seen(String way, long pid, int seconds, double without) throws Exception {
        double before = cpu(pid);
        long begin = System.nanoTime();
        try (Probe probe = attach(way, pid)) {
            probe.start();
            double first = (System.nanoTime() - begin) / 1e9;
            Thread.sleep(5_000); // until the agent has met the objects in use
            double begun = cpu(pid);
            double start = begun - before - without * (System.nanoTime() - begin) / 1e9;
            Instant from = Instant.now();
            Thread.sleep(seconds * 1_000L);
            double with = cpu(pid) - begun;
            Observation seen = probe.glance(from, new Window(from, Duration.between(from, Instant.now())));
            double rss = rss(pid);
            return new Seen(first, start, with, seen.probe(), heap(pid), rss);
        }
    }

    static Probe attach(String way, long pid) throws Exception {
        return switch (way) {
            case "dump" -> DumpProbe.attach(ProcessId.now(pid));
            case "jfr" -> DumpProbe.recorded(ProcessId.now(pid));
            case "jmx" -> DumpProbe.overJmx(ProcessId.now(pid));
            default -> AgentProbe.attach(ProcessId.now(pid), Secrets::hideIn);
        };
    }

    /** Processor time of the process, s. */
    static double cpu(long pid) throws Exception {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(words[11]) + Long.parseLong(words[12])) / TICKS;
    }

    /** Resident memory, MB. */
    static double rss(long pid) throws Exception {
        return Files.readString(Path.of("/proc/" + pid + "/status"))
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D+", "")) * 1024 / MB)
                .sum();
    }

    /** Of the objects that are alive, MB. */
    static double heap(long pid) throws Exception {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process histogram = new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram").start();
        double bytes = histogram.inputReader()
                .lines()
                .filter(line -> line.startsWith("Total"))
                .mapToDouble(line -> Double.parseDouble(line.trim().split("\\s+")[2]))
                .sum();
        histogram.waitFor();
        return bytes / MB;
    }
}
