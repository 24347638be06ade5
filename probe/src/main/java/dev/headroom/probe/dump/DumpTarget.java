package dev.headroom.probe.dump;

import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.core.text.Printable;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.AttachSocket;
import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.os.process.Processors;
import dev.headroom.probe.os.process.ThreadClock;
import java.io.IOException;
import java.lang.management.RuntimeMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A JVM that makes thread dumps for us.
 *
 * @param servers names of its threads that do what it is told; the kernel cuts them
 * @param feature release of Java
 * @param processors that it believes it has
 * @param process where this machine runs Linux
 * @param memory which a dump takes
 */
record DumpTarget(
        Commands commands,
        List<String> servers,
        Jvm jvm,
        int feature,
        int processors,
        Optional<LinuxProcess> process,
        DumpMemory memory) {

    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

    /** By its attach socket, which is opened where it is not. */
    static DumpTarget attach(ProcessId id) throws ProbeException {
        long pid = id.pid();
        id.check();
        RunningJvm jvm = RunningJvms.of(pid)
                .orElseThrow(() -> new ProbeException("process " + pid + " is not a JVM, or has ended"));
        if (jvm.access() == Access.NOTHING || jvm.access() == Access.JMX) {
            throw new ProbeException("cannot attach to process " + jvm.pid() + " (" + jvm.name() + "): " + jvm.why());
        }
        LinuxProcess process = LinuxProcess.of(pid)
                .orElseThrow(() -> new ProbeException(
                        LinuxProcess.isLinux()
                                ? "process " + pid + " has ended"
                                : "watching by thread dumps works on Linux alone; attach by JMX or with the agent"));
        return new DumpTarget(
                AttachSocket.open(id),
                List.of("VM Thread", "Attach Listener"),
                new Jvm(pid, jvm.version(), jvm.vendor(), jvm.arguments()),
                jvm.feature(),
                processors(jvm),
                Optional.of(process),
                last -> DumpMemory.ofProcess(process, last));
    }

    private static int processors(RunningJvm jvm) {
        return jvm.arguments().stream()
                .filter(argument -> argument.matches(PROCESSORS + "\\d{1,6}"))
                .map(argument -> Integer.parseInt(argument.substring(PROCESSORS.length())))
                .reduce((earlier, later) -> later)
                .orElseGet(() ->
                        Processors.of(jvm.pid()).orElse(Runtime.getRuntime().availableProcessors()));
    }

    /** Over its management agent, as it describes itself there. */
    static DumpTarget overJmx(ProcessId id) throws ProbeException {
        long pid = id.pid();
        JmxCommands jmx = JmxCommands.attach(id);
        try {
            RuntimeMXBean runtime = jmx.runtime();
            return new DumpTarget(
                    jmx,
                    List.of("VM Thread", "RMI TCP Connection"),
                    new Jvm(
                            pid,
                            runtime.getSystemProperties().getOrDefault("java.version", "unknown"),
                            runtime.getVmVendor(),
                            runtime.getInputArguments()),
                    feature(runtime.getSystemProperties().getOrDefault("java.specification.version", "")),
                    jmx.processors(),
                    LinuxProcess.of(pid),
                    last -> DumpMemory.inHeap(jmx.freeHeap(), last > 0 ? 0 : jmx.threads(), last));
        } catch (IOException | RuntimeException e) {
            jmx.close();
            throw new ProbeException(
                    "process " + pid + " does not answer by JMX: " + Printable.inLine(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** @param specification {@code java.specification.version}: that of the VM has another numbering before Java 9 */
    static int feature(String specification) {
        String feature = specification.startsWith("1.") ? specification.substring(2) : specification;
        if (!feature.matches("\\d{1,4}")) {
            throw new IllegalArgumentException("its release of Java is \"" + specification + "\"");
        }
        return Integer.parseInt(feature);
    }

    /** Of the threads that serve it: over JMX these come and go. */
    ThreadClock clock() {
        return new ThreadClock(() -> {
            List<List<Path>> threads = process.stream()
                    .flatMap(linux -> servers.stream().map(linux::threads))
                    .toList();
            return threads.stream().anyMatch(List::isEmpty)
                    ? List.of()
                    : threads.stream().flatMap(List::stream).toList();
        });
    }
}
