package dev.headroom.probe.attach;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much of a JVM's heap is in use, garbage as well, as {@code jcmd GC.heap_info} says: nothing is collected for it. */
public final class HeapUse {

    /** {@code used 12318K} by most collectors, {@code 23808K used} by Shenandoah; shares of spaces are in percent. */
    private static final Pattern USED = Pattern.compile("used (\\d{1,12})([KMG])\\b|\\b(\\d{1,12})([KMG]) used");

    private HeapUse() {}

    /**
     * Bytes.
     *
     * @throws ProbeException where the JVM does not say
     */
    public static long of(ProcessId process) throws ProbeException {
        try (AttachSocket socket = AttachSocket.open(process)) {
            long bytes = parse(socket.text("GC.heap_info"));
            if (bytes == 0) {
                throw new ProbeException("the JVM does not say how much of its heap is in use");
            }
            return bytes;
        } catch (IOException e) {
            throw new ProbeException("the JVM does not say how much of its heap is in use: " + e.getMessage(), e);
        }
    }

    /** Of all generations; classes lie elsewhere. 0 where it is not said. */
    static long parse(String printed) {
        return printed.lines()
                .filter(line -> !line.contains("Metaspace") && !line.contains("class space"))
                .mapToLong(HeapUse::used)
                .sum();
    }

    private static long used(String line) {
        Matcher matcher = USED.matcher(line);
        if (!matcher.find()) {
            return 0;
        }
        boolean after = matcher.group(1) != null;
        int shift = switch (matcher.group(after ? 2 : 4)) {
            case "K" -> 10;
            case "M" -> 20;
            default -> 30;
        };
        return Long.parseLong(matcher.group(after ? 1 : 3)) << shift;
    }
}
