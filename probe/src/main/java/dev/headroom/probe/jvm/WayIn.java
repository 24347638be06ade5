package dev.headroom.probe.jvm;

import dev.headroom.probe.os.call.Rooted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The most that can be done with a JVM of Linux, and why it is not more.
 *
 * @param why empty where nothing is missing
 */
public record WayIn(Access access, String why) {

    private static final int AGENT_NEEDS = 17;

    private static final String DISABLED = "DisableAttachMechanism";

    /** HotSpot cuts a text at 1,024 bytes, and what is lost may be that flag. */
    private static final int LONGEST = 1_000;

    /** Bits that HotSpot writes about itself; the first says whether it attaches. */
    private static final String CAPABILITIES = "sun.rt.jvmCapabilities";

    private static final char ATTACHES = '1';

    /** Of the JVM, by its counters. */
    static final String VERSION = "java.property.java.version";

    static WayIn of(
            LinuxProcess process,
            String vm,
            int feature,
            CommandLine command,
            HotSpotCounters counters,
            Release release,
            OptionalInt jmx) {
        Optional<String> barred = barred(process, vm, feature, command, counters);
        if (barred.isPresent()) {
            return jmx.isPresent()
                    ? new WayIn(Access.JMX, barred.get())
                    : new WayIn(Access.NOTHING, barred.get() + ", and no JMX port is open");
        }
        if (feature != 0 && feature < AGENT_NEEDS) {
            return new WayIn(Access.ATTACH_ONLY, "the agent needs Java " + AGENT_NEEDS);
        }
        if (!command.flag("EnableDynamicAgentLoading").orElse(true)) {
            return new WayIn(Access.ATTACH_ONLY, "-XX:-EnableDynamicAgentLoading lets no agent in");
        }
        for (String module : new String[] {"java.instrument", "java.management"}) {
            if (release.lacks(module)) {
                return new WayIn(
                        Access.ATTACH_ONLY, "its runtime image was made without " + module + ", which the agent needs");
            }
        }
        return new WayIn(Access.AGENT, "");
    }

    private static Optional<String> barred(
            LinuxProcess process, String vm, int feature, CommandLine command, HotSpotCounters counters) {
        if (!vm.equals(RunningJvms.HOTSPOT)) {
            return Optional.of(
                    vm.equals(RunningJvms.OPENJ9)
                            ? "OpenJ9 attaches in a way of its own, which Headroom does not speak"
                            : "a native image lets no agent in and has no attach socket");
        }
        if (process.isStopped()) {
            return Optional.of("it is stopped, by a signal or a debugger, and answers nothing until it goes on (`kill"
                    + " -CONT " + process.pid() + "`)");
        }
        if (isOpen(process)) {
            return Optional.empty();
        }
        Optional<String> bar = stranger(process, feature).or(() -> bar(command, counters));
        if (bar.isPresent()) {
            return bar;
        }
        if (!opensOnQuit(process)) {
            return Optional.of(
                    "it does not listen to SIGQUIT, which opens the attach socket and would end it: it has only just"
                            + " started, or was started with -Xrs and its socket in /tmp is gone");
        }
        if (!process.isWritable("/tmp")) {
            return Optional.of(
                    "its /tmp, in which HotSpot opens the attach socket, cannot be written: mount one that can");
        }
        return Optional.empty();
    }

    /** Of its attach socket in its {@code /tmp}. */
    public static String name(LinuxProcess process) {
        return ".java_pid" + process.pidInside();
    }

    /** As it sees it. */
    public static String path(LinuxProcess process) {
        return "/tmp/" + name(process);
    }

    /** Whether it listens at its socket: the file alone may be that of an earlier process. With {@code -Xrs} it does from the start. */
    public static boolean isOpen(LinuxProcess process) {
        try (Rooted folder = process.open("/tmp")) {
            return Files.exists(folder.path().resolve(name(process)), LinkOption.NOFOLLOW_LINKS)
                    && process.hasThread("Attach Listener");
        } catch (IOException e) {
            return false;
        }
    }

    /** Why SIGQUIT is no request for a HotSpot, as far as its command and the files that this names tell; empty where it is one. */
    public static Optional<String> bar(LinuxProcess process) {
        HotSpotCounters counters = HotSpotCounters.of(process);
        return stranger(process, RunningJvm.feature(counters.text(VERSION)))
                .or(() -> bar(RunningJvms.command(process), counters));
    }

    /** To one whom it does not trust it answers SIGQUIT with a dump: it looks whose the file is by which it is asked. */
    private static Optional<String> stranger(LinuxProcess process, int feature) {
        return process.trustsUs(feature)
                ? Optional.empty()
                : Optional.of(
                        "it trusts its own user and, from Java 11 on, the root of its user namespace alone: run Headroom as user "
                                + process.user()
                                + ", or inside. Nothing was sent, since to anybody else a JVM prints a thread dump"
                                + " to its standard output");
    }

    /** The same by its command alone: with {@code -XX:+DisableAttachMechanism} it prints a thread dump to its standard output instead. */
    static Optional<String> bar(CommandLine command, HotSpotCounters counters) {
        String capabilities = counters.text(CAPABILITIES);
        if (!capabilities.isEmpty()) {
            return capabilities.charAt(0) == ATTACHES
                    ? Optional.empty()
                    : Optional.of("it was started with -XX:+" + DISABLED);
        }
        Optional<Boolean> told = command.flag(DISABLED);
        if (told.isEmpty() && !command.unread().isEmpty()) {
            String arguments = counters.text("java.rt.vmArgs");
            String flags = counters.text("java.rt.vmFlags");
            boolean whole = !arguments.isEmpty() && Math.max(arguments.length(), flags.length()) < LONGEST;
            if (!whole && !has(arguments, flags)) {
                return Optional.of("it may have been started with -XX:+" + DISABLED + ": "
                        + String.join(", ", command.unread())
                        + ", which its command names for more options, cannot be read. Nothing was sent, since a JVM with"
                        + " that flag prints a thread dump to its standard output");
            }
            told = Optional.of(has(arguments, flags));
        }
        return told.orElse(false) ? Optional.of("it was started with -XX:+" + DISABLED) : Optional.empty();
    }

    private static boolean has(String arguments, String flags) {
        return Stream.of(arguments, flags)
                .flatMap(text -> Stream.of(text.split("\\s+")))
                .filter(word -> word.endsWith("+" + DISABLED) || word.endsWith("-" + DISABLED))
                .reduce((earlier, later) -> later)
                .filter(word -> word.endsWith("+" + DISABLED))
                .isPresent();
    }

    /** Whether it is surely a HotSpot that takes SIGQUIT for a request: others end, or print, or do what they will. */
    public static boolean opensOnQuit(LinuxProcess process) {
        return process.mapped("libjvm.so").isPresent()
                && process.handlesQuit()
                && process.hasThread("Signal Dispatcher");
    }
}
