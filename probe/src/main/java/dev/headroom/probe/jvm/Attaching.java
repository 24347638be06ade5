package dev.headroom.probe.jvm;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a HotSpot JVM takes SIGQUIT for a request to open its attach socket. With {@code -XX:+DisableAttachMechanism} it prints a thread dump to its standard output
 * instead.
 */
final class Attaching {

    private static final String DISABLED = "DisableAttachMechanism";

    /** HotSpot cuts a text at 1,024 bytes, and what is lost may be that flag. */
    private static final int LONGEST = 1_000;

    /** Bits that HotSpot writes about itself; the first says whether it attaches. */
    private static final String CAPABILITIES = "sun.rt.jvmCapabilities";

    private static final char ATTACHES = '1';

    private Attaching() {}

    /** Why nothing may be sent to it; empty where it attaches. */
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
}
