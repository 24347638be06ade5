package dev.headroom.lab.proof;

import dev.headroom.probe.ProbeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The cores on which all threads of a process may run: read from {@code /proc}, changed by {@code taskset} (Linux, util-linux). */
final class Affinity {

    private static final String KEY = "Cpus_allowed_list:";

    private final long pid;
    private final List<Integer> allowed;

    private Affinity(long pid, List<Integer> allowed) {
        this.pid = pid;
        this.allowed = allowed;
    }

    static Affinity of(long pid) throws ProbeException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        try {
            return new Affinity(
                    pid,
                    Files.readAllLines(status).stream()
                            .filter(line -> line.startsWith(KEY))
                            .findFirst()
                            .map(line -> cores(line.substring(KEY.length()).strip()))
                            .orElseThrow(() -> new ProbeException(status + " does not say on which cores it runs")));
        } catch (IOException e) {
            throw new ProbeException("the cores of process " + pid + " cannot be read: " + e, e);
        }
    }

    /** {@code 0-2,5} as 0, 1, 2, 5. */
    static List<Integer> cores(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String part : list.split(",")) {
            String[] ends = part.split("-");
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(cores::add);
        }
        return cores;
    }

    /** Lets it run on so many of the cores that it had at first; on all of them where it had no more. */
    void allow(int cores) throws ProbeException, InterruptedException {
        String list = allowed.stream().limit(cores).map(String::valueOf).collect(Collectors.joining(","));
        try {
            Process taskset = new ProcessBuilder("taskset", "-a", "-p", "-c", list, Long.toString(pid))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (taskset.waitFor() != 0) {
                throw new ProbeException("taskset could not change the cores of process " + pid + ": " + said.strip());
            }
        } catch (IOException e) {
            throw new ProbeException(
                    "cores cannot be changed without taskset (util-linux), and that cannot be run: " + e.getMessage(),
                    e);
        }
    }
}
