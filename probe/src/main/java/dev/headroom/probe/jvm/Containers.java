package dev.headroom.probe.jvm;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells in which container a process runs: its namespaces are then not ours, and its control group says whose they are. */
final class Containers {

    private static final Pattern POD = Pattern.compile("kubepods.*?([0-9a-f]{12})[0-9a-f]{52}");
    private static final Pattern RUNTIME =
            Pattern.compile("(docker|libpod|crio|containerd|nerdctl|lxc)[^\\n]*?[-/.:]([0-9a-f]{12})[0-9a-f]{52}");
    private static final Pattern NAMED = Pattern.compile("(lxc|machine\\.slice)[^/\\n]*/([^/\\n]+)");

    private Containers() {}

    /** Such as {@code docker 3f2a91c07b5d} or {@code own pid and mnt namespace}; empty where it shares ours. */
    static String of(LinuxProcess process) {
        List<String> own = List.of("pid", "mnt").stream()
                .filter(namespace -> !process.shares(namespace))
                .toList();
        return own.isEmpty()
                ? ""
                : named(process.groups().orElse(""), "own " + String.join(" and ", own) + " namespace");
    }

    /** @param groups as {@code /proc/PID/cgroup} prints them */
    static String named(String groups, String otherwise) {
        Matcher pod = POD.matcher(groups);
        if (pod.find()) {
            return "kubernetes " + pod.group(1);
        }
        Matcher runtime = RUNTIME.matcher(groups);
        if (runtime.find()) {
            return runtime.group(1).replace("libpod", "podman") + " " + runtime.group(2);
        }
        Matcher named = NAMED.matcher(groups);
        return named.find() ? "lxc " + named.group(2) : otherwise;
    }
}
