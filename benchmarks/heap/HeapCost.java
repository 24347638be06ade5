import dev.headroom.probe.attach.ClassHistogram;
import dev.headroom.probe.heap.HeapFolder;
import dev.headroom.probe.jvm.ProcessId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** For how long a JVM stands still for a class histogram and for a heap dump, by the size of its heap and its collector. */
public class HeapCost {

    static final int TIMES = 5;

    public static void main(String[] arguments) throws Exception {
        StringBuilder rows = new StringBuilder("""
                | live | collector | histogram: took, stood still | dump: took, stood still | file |
                | --- | --- | --- | --- | --- |
                """);
        for (String size : Arrays.copyOfRange(arguments, 2, arguments.length)) {
            for (String collector : List.of("SerialGC", "G1GC")) {
                rows.append(row(arguments[0], Long.parseLong(size), collector));
                System.out.print(rows);
                Files.writeString(Path.of(arguments[1]), rows);
            }
        }
    }

    static String row(String service, long megabytes, String collector) throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-exports=java.management/sun.management=ALL-UNNAMED", "-XX:+Use" + collector,
                "-Xmx" + (megabytes * 3 / 2 + 100) + "m", service, Long.toString(megabytes))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader said = new BufferedReader(new InputStreamReader(process.getInputStream()));
        try {
            said.readLine();
            ProcessId jvm = ProcessId.now(process.pid());
            Times histogram = new Times();
            Times dump = new Times();
            long bytes = 0;
            long file = 0;
            for (int i = 0; i < TIMES; i++) {
                long before = stopped(process, said);
                long begun = System.nanoTime();
                bytes = ClassHistogram.of(jvm).bytes();
                histogram.add(System.nanoTime() - begun, stopped(process, said) - before);
            }
            for (int i = 0; i < TIMES; i++) {
                try (HeapFolder folder = HeapFolder.create()) {
                    long before = stopped(process, said);
                    long begun = System.nanoTime();
                    file = Files.size(folder.dump(jvm, "one"));
                    dump.add(System.nanoTime() - begun, stopped(process, said) - before);
                }
            }
            return String.format(Locale.ROOT, "| %d MB | %s | %s | %s | %d MB |%n", bytes >> 20, collector, histogram, dump, file >> 20);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    static long stopped(Process process, BufferedReader said) throws Exception {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return Long.parseLong(said.readLine());
    }

    /** Medians. */
    static final class Times {
        private final List<Long> took = new ArrayList<>();
        private final List<Long> stopped = new ArrayList<>();

        void add(long nanos, long stoppedMillis) {
            took.add(nanos / 1_000_000);
            stopped.add(stoppedMillis);
        }

        @Override
        public String toString() {
            return median(took) + ", " + median(stopped) + " ms";
        }

        private static long median(List<Long> values) {
            return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
        }
    }
}
