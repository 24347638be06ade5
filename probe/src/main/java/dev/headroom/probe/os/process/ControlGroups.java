package dev.headroom.probe.os.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the kernel shows what it grants and has counted of the control groups that a process is in. */
final class ControlGroups {

    private static final String ROOT = "/sys/fs/cgroup";

    /** By the files in which version 2 and version 1 name the most of it that a group may have. */
    enum Controller {
        CPU("cpu", "cpu.max", "cpu.cfs_quota_us"),
        MEMORY("memory", "memory.max", "memory.limit_in_bytes");

        private final String name;
        private final String most;
        private final String mostBefore;

        Controller(String name, String most, String mostBefore) {
            this.name = name;
            this.most = most;
            this.mostBefore = mostBefore;
        }
    }

    private ControlGroups() {}

    static List<String> of(long pid, Controller controller) {
        List<String> lines = ProcFiles.text("/proc/" + pid + "/cgroup").stream()
                .flatMap(String::lines)
                .toList();
        return folders(lines, controller, ROOT, "/proc/" + pid + "/root" + ROOT);
    }

    /** The group's folder and those above it: the tightest bound counts. A container sees its own group as the root. */
    static List<String> folders(List<String> lines, Controller controller, String ours, String theirs) {
        return lines.stream()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3
                        && (parts[1].isEmpty()
                                || List.of(parts[1].split(",", -1)).contains(controller.name)))
                .flatMap(parts -> {
                    String mounted = parts[1].isEmpty() ? "" : "/" + parts[1];
                    return folders(controller, ours + mounted, parts[2], theirs + mounted);
                })
                .toList();
    }

    /** A group outside of our group namespace, or of what is mounted here, is no folder of ours: what the process itself sees as the root is its container's. */
    private static Stream<String> folders(Controller controller, String ours, String group, String theirs) {
        return group.startsWith("/..") || !Files.isDirectory(Path.of(ours + group))
                ? Stream.of(theirs).filter(folder -> isContainer(controller, folder))
                : Stream.iterate(Path.of(group), path -> path != null, Path::getParent)
                        .map(path -> ours + path);
    }

    /** The root of all groups tells nothing of a process in one of them: it has no bound in version 2, and in version 1 a file that no other has. */
    private static boolean isContainer(Controller controller, String folder) {
        return Files.exists(Path.of(folder, controller.most))
                || Files.exists(Path.of(folder, controller.mostBefore))
                        && !Files.exists(Path.of(folder, "release_agent"));
    }
}
