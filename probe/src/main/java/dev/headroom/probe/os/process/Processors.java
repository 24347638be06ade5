package dev.headroom.probe.os.process;

import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The processors that a process may run on, and those that a JVM counts at its start. */
public final class Processors {

    private static final Pattern ONLINE = Pattern.compile("(?m)^cpu(\\d+) ");

    private Processors() {}

    /** Those that it may run on, or as many as the quota of its control group makes, rounded up; empty where the kernel does not tell. */
    public static OptionalInt of(long pid) {
        int allowed = allowed(pid).size();
        OptionalDouble quota = Bounds.read(pid, 0).quota();
        return allowed == 0
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.clamp(Math.ceil(quota.orElse(allowed)), 1, allowed));
    }

    /** Their numbers; empty where the kernel does not tell. */
    public static Set<Integer> allowed(long pid) {
        return allowed(
                ProcFiles.text("/proc/" + pid + "/status"),
                ProcFiles.text("/proc/stat").orElse(""));
    }

    /**
     * @param status of the process, as the kernel prints it
     * @param stat {@code /proc/stat}
     */
    static Set<Integer> allowed(Optional<String> status, String stat) {
        return status.flatMap(text -> ProcFiles.field(text, "Cpus_allowed_list"))
                .map(list -> online(list, stat))
                .orElse(Set.of());
    }

    /** The list may have processors that do not exist yet: those that run have a line in {@code /proc/stat}. A container's own file may count anew, from zero. */
    static Set<Integer> online(String list, String stat) {
        Set<Integer> online = ONLINE.matcher(stat)
                .results()
                .map((MatchResult line) -> Integer.valueOf(line.group(1)))
                .collect(Collectors.toSet());
        Set<Integer> allowed = new HashSet<>(online);
        allowed.retainAll(numbers(list));
        return Set.copyOf(allowed.isEmpty() ? online : allowed);
    }

    /** {@code 0-3,8} are five. */
    private static Set<Integer> numbers(String list) {
        return Stream.of(list.split(",", -1))
                .map(range -> range.split("-", 2))
                .flatMapToInt(ends ->
                        IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])))
                .boxed()
                .collect(Collectors.toSet());
    }
}
