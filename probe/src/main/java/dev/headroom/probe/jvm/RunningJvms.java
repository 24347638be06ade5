package dev.headroom.probe.jvm;

import dev.headroom.core.text.Printable;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.sockets.Listening;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the JVMs of this machine, other than this one. */
public final class RunningJvms {

    static final String HOTSPOT = "HotSpot";
    static final String OPENJ9 = "OpenJ9";
    static final String NATIVE_IMAGE = "native image";

    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    /** For a look at one process of many, which takes 0.1 s. The files that it names may be on a disk that is gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** For a look at the one that is meant, on a machine on which everything waits for a processor. */
    private static final Duration PATIENCE_WITH_ONE = Duration.ofSeconds(60);

    /** Bytes of a file of options; a class path of many jars takes some 10,000. */
    private static final int LONGEST_OPTIONS = 1 << 18;

    private static final String JMX_PORT = "-Dcom.sun.management.jmxremote.port=";

    private RunningJvms() {}

    /**
     * All that can be seen, by pid. Elsewhere than on Linux, no more than the process table tells.
     *
     * @throws ProbeException where not even this JVM is seen
     */
    public static List<RunningJvm> list() throws ProbeException {
        List<RunningJvm> found = LinuxProcess.isLinux()
                ? looked(LinuxProcess.all(), PATIENCE).toList()
                : ProcessHandle.allProcesses()
                        .flatMap(process -> read(process).stream())
                        .toList();
        if (LinuxProcess.isLinux()
                && found.stream()
                        .noneMatch(jvm -> jvm.pid() == ProcessHandle.current().pid())) {
            throw new ProbeException(
                    "/proc cannot be read, so no JVM can be seen: not even this one was. Is the limit of open files"
                            + " reached (ulimit -n)?");
        }
        return found.stream()
                .filter(jvm -> jvm.pid() != ProcessHandle.current().pid())
                .sorted(Comparator.comparingLong(RunningJvm::pid))
                .toList();
    }

    /** The JVM of that process id; empty where it is none. */
    public static Optional<RunningJvm> of(long pid) {
        return LinuxProcess.isLinux()
                ? looked(LinuxProcess.of(pid).stream().toList(), PATIENCE_WITH_ONE)
                        .findFirst()
                : ProcessHandle.of(pid).flatMap(RunningJvms::read);
    }

    /**
     * The one that is meant.
     *
     * @param which its process id; a port on which it listens, {@code :8080} where that could be a process id; or its name, or
     *     a part of it that no other has; empty for the only one that there is
     * @throws NotOneJvm where there is none, or more than one
     * @throws ProbeException where it cannot be looked at
     */
    public static RunningJvm find(String which) throws ProbeException {
        RunningJvm found = find(which, list());
        return found.vm().isEmpty()
                ? of(found.pid())
                        .filter(again -> again.process().equals(found.process()))
                        .orElse(found)
                : found;
    }

    static RunningJvm find(String which, List<RunningJvm> all) throws ProbeException {
        String port = which.startsWith(":") ? which.substring(1) : which;
        boolean number = port.matches("\\d{1,10}");
        List<RunningJvm> found = all.stream()
                .filter(jvm -> number
                        ? (port.equals(which) && Long.toString(jvm.pid()).equals(which))
                                || jvm.ports().stream()
                                        .anyMatch(one -> one.toString().equals(port))
                        : jvm.name().equalsIgnoreCase(which))
                .toList();
        if (found.isEmpty() && !number) {
            String part = which.toLowerCase(Locale.ROOT);
            found = all.stream()
                    .filter(jvm -> jvm.name().toLowerCase(Locale.ROOT).contains(part))
                    .toList();
        }
        if (found.size() == 1) {
            return found.getFirst();
        }
        if (found.size() > 1) {
            throw new NotOneJvm((which.isEmpty() ? "here run " : "\"" + which + "\" fits ") + found.size()
                    + " JVMs; say which by its process id (or :PORT):" + lines(found));
        }
        throw none(which, number, port, all);
    }

    private static ProbeException none(String which, boolean number, String port, List<RunningJvm> all) {
        String others = all.isEmpty() ? "; no JVM runs here" : ". These run:" + lines(all);
        if (which.isEmpty()) {
            return new NotOneJvm("no JVM runs here that can be seen");
        }
        if (!number) {
            return new NotOneJvm("no JVM is called \"" + which + "\"" + others);
        }
        Optional<String> other = port.equals(which)
                ? ProcessHandle.of(Long.parseLong(port))
                        .map(process -> process.info()
                                .command()
                                .map(command -> " ("
                                        + Printable.name(
                                                Path.of(command).getFileName().toString()) + ")")
                                .orElse(""))
                : Optional.empty();
        if (other.isPresent()) {
            return new NotOneJvm("process " + which + other.get() + " is not a JVM" + others);
        }
        return Listening.on(port.length() > 5 ? 0 : Integer.parseInt(port))
                .map(found -> listening(found, port, others))
                .orElseGet(() -> new NotOneJvm((port.equals(which)
                                ? "there is no process " + port + ", and no JVM listens on port " + port
                                : "no JVM listens on port " + port)
                        + others));
    }

    /** Of a port on which none of the JVMs listens that can be seen. Whoever may not be looked into may be one. */
    static ProbeException listening(Listening.Listener found, String port, String others) {
        if (found.pid().isPresent()) {
            long pid = found.pid().getAsLong();
            String name = LinuxProcess.of(pid).map(LinuxProcess::command).orElse("ended by now");
            return new NotOneJvm("process " + pid + " (" + name + ") listens on port " + port
                    + ", and is not a JVM that Headroom can watch" + others);
        }
        String user = LinuxProcess.all().stream()
                .filter(process -> process.user() == found.user())
                .map(process -> process.userName() + " (" + found.user() + ")")
                .findFirst()
                .orElse(Long.toString(found.user()));
        return new ProbeException("port " + port + " is taken by a process of user " + user
                + " into which you may not look: run Headroom as that user, or as root" + others);
    }

    private static String lines(List<RunningJvm> jvms) {
        return jvms.stream()
                .map(jvm -> "\n  " + jvm.pid() + "  " + Printable.name(jvm.name())
                        + (jvm.ports().isEmpty()
                                ? ""
                                : "  "
                                        + jvm.ports().stream()
                                                .map(port -> ":" + port)
                                                .collect(Collectors.joining(" "))))
                .collect(Collectors.joining());
    }

    private static Stream<RunningJvm> looked(List<LinuxProcess> processes, Duration patience) {
        return Looking.at(
                processes, LinuxProcess::user, RunningJvms::readStill, patience, process -> late(process, patience));
    }

    /** Of a process whose number was given to another one meanwhile, nothing. */
    private static Optional<RunningJvm> readStill(LinuxProcess process) {
        return read(process).filter(jvm -> process.isStill());
    }

    private static Optional<RunningJvm> read(LinuxProcess process) {
        if (!process.isReadable()) {
            return process.command().equals("java") ? Optional.of(closed(process)) : Optional.empty();
        }
        Optional<Path> libjvm = process.mapped("libjvm.so");
        if (libjvm.isEmpty()) {
            return ElfSections.names(process.executable()).contains(".svm_heap")
                    ? Optional.of(read(process, NATIVE_IMAGE, Release.UNKNOWN))
                    : Optional.empty();
        }
        boolean openJ9 = Stream.of("libj9vm29.so", "libj9jit29.so")
                .anyMatch(library -> process.mapped(library).isPresent());
        return Optional.of(read(process, openJ9 ? OPENJ9 : HOTSPOT, Release.of(process, libjvm.get())));
    }

    private static RunningJvm read(LinuxProcess process, String vm, Release release) {
        HotSpotCounters counters = HotSpotCounters.of(process);
        CommandLine command = command(process);
        String version = first(release.version(), counters.text(WayIn.VERSION));
        String vendor = first(release.vendor(), counters.text("java.property.java.vm.vendor"));
        OptionalInt jmx = command.option(JMX_PORT).filter(port -> port.matches("\\d{1,5}")).stream()
                .mapToInt(Integer::parseInt)
                .findFirst();
        WayIn way = WayIn.of(process, vm, RunningJvm.feature(version), command, counters, release, jmx);
        return new RunningJvm(
                process.id(),
                process.pidInside(),
                process.userName(),
                name(process, command, vm, counters),
                vm,
                vendor,
                version,
                vm.equals(NATIVE_IMAGE) ? List.of() : Frameworks.of(process, command),
                Listening.ports(process.pid()),
                Containers.of(process),
                jmx,
                way.access(),
                way.why(),
                Secrets.hideInArguments(command.options()));
    }

    /** With the options that variables and files add. */
    static CommandLine command(LinuxProcess process) {
        return CommandLine.of(
                process.words(),
                VARIABLES.stream()
                        .flatMap(name -> process.variable(name).stream())
                        .toList(),
                file -> process.content(file, LONGEST_OPTIONS).map(bytes -> new String(bytes, StandardCharsets.UTF_8)));
    }

    /** What the launcher found as its main class says more than a command that reads its arguments from a file. */
    private static String name(LinuxProcess process, CommandLine command, String vm, HotSpotCounters counters) {
        if (vm.equals(NATIVE_IMAGE)) {
            return process.command();
        }
        String told = counters.text("sun.rt.javaCommand").split(" ", 2)[0];
        return first(command.name(), told.substring(told.lastIndexOf('/') + 1), process.command());
    }

    private static String first(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    /** One of which nothing may be read. */
    private static RunningJvm closed(LinuxProcess process) {
        String why = LinuxProcess.ours() == process.user()
                ? "it has more rights than its user (file capabilities, or no core dumps): run Headroom as root"
                : "it belongs to " + process.userName() + ": run Headroom as that user, or as root";
        CommandLine command = CommandLine.of(process.words(), List.of());
        return closed(
                process, first(command.name(), process.command()), why, Secrets.hideInArguments(command.options()));
    }

    /** One that took too long, or shows what cannot be read; only what the kernel itself knows of it. */
    private static Optional<RunningJvm> late(LinuxProcess process, Duration patience) {
        String why = "whether it is a JVM is not known: in " + patience.toSeconds()
                + " s it did not let itself be looked at, or others of its user did not: its memory or a disk does not answer";
        return process.isStill() ? Optional.of(closed(process, process.command(), why, List.of())) : Optional.empty();
    }

    private static RunningJvm closed(LinuxProcess process, String name, String why, List<String> arguments) {
        return new RunningJvm(
                process.id(),
                process.pidInside(),
                process.userName(),
                name,
                "",
                "",
                "",
                List.of(),
                List.of(),
                Containers.of(process),
                OptionalInt.empty(),
                Access.NOTHING,
                why,
                arguments);
    }

    private static Optional<RunningJvm> read(ProcessHandle process) {
        Optional<String> executable =
                process.info().command().map(path -> Path.of(path).getFileName().toString());
        if (executable.filter(name -> name.matches("javaw?(\\.exe)?")).isEmpty()) {
            return Optional.empty();
        }
        List<String> words = Stream.concat(
                        executable.stream(),
                        Stream.of(process.info().arguments().orElse(new String[0])))
                .toList();
        CommandLine command = CommandLine.of(words, List.of());
        return Optional.of(new RunningJvm(
                ProcessId.now(process.pid()),
                process.pid(),
                process.info().user().orElse(""),
                first(command.name(), executable.get()),
                "",
                "",
                "",
                List.of(),
                List.of(),
                "",
                OptionalInt.empty(),
                Access.AGENT,
                "version, ports and whether it can be attached to are told on Linux alone",
                Secrets.hideInArguments(command.options())));
    }
}
