package dev.headroom.probe.dump;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import java.util.List;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The Headroom that began a recording, as the name of that tells: the next one ends what a Headroom left that was killed while the JVM had no memory for the
 * timer by which a recording ends.
 *
 * @param namespaces in which its number and its start time were read: in others they mean nothing
 */
record RecordingOwner(String namespaces, ProcessId process) {

    /** A recording in the answer to {@code JFR.check}, of the form of {@link #prefix} and a number. */
    private static final Pattern LISTED = Pattern.compile(
            "(?m)^Recording \\d{1,9}: name="
                    + "(headroom-(\\d{1,10}\\.\\d{0,10})-(\\d{1,9})-(\\d{1,18})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\\d{1,9}) ");

    /** A Headroom has four while it renews them: a JVM that shows more of killed ones means it. */
    private static final int MOST = 100;

    static RecordingOwner ours() {
        return new RecordingOwner(
                LinuxProcess.namespace("pid") + "." + LinuxProcess.namespace("time"),
                ProcessId.now(ProcessHandle.current().pid()));
    }

    /** How names of its recordings begin, which are no others' names. */
    String prefix() {
        return "headroom-" + namespaces + "-" + process.pid() + "-" + process.begun() + "-" + UUID.randomUUID() + "-";
    }

    /**
     * The names of those recordings whose Headroom is surely no more. One in other namespaces may live, and one that the kernel does not show.
     *
     * @param listed by {@code JFR.check}
     */
    List<String> abandoned(String listed) {
        return LISTED.matcher(listed)
                .results()
                .limit(MOST)
                .filter(one -> one.group(2).equals(namespaces) && LinuxProcess.showsOurNamespace() && isGone(one))
                .map(one -> one.group(1))
                .toList();
    }

    private static boolean isGone(MatchResult one) {
        return new ProcessId(Long.parseLong(one.group(3)), Long.parseLong(one.group(4))).isSurelyGone();
    }
}
