package dev.headroom.probe.attach;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.classify.AgentClasses;
import dev.headroom.probe.jvm.ProcessId;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Live objects by class, as {@code jcmd GC.class_histogram} counts them through the attach socket. The JVM collects all garbage first and stands still meanwhile,
 * some 0.1 s for each 100 MB that live: for services of our own alone.
 *
 * @param objects by class
 * @param bytes of all of them
 */
public record ClassHistogram(Map<String, Long> objects, long bytes) {

    /** {@code 12:  60  1440  shop.Orders$Waiter (app)}. */
    private static final Pattern LINE =
            Pattern.compile("\\s*\\d{1,9}:\\s+(\\d{1,15})\\s+(\\d{1,18})\\s+(\\S{1,1000})(?:\\s.*)?");

    /** Large applications have some 50,000 with objects; the rest is passed over. */
    private static final int MOST_CLASSES = 200_000;

    public ClassHistogram {
        objects = Map.copyOf(objects);
    }

    /** @throws ProbeException where the JVM cannot be asked, or does not answer */
    public static ClassHistogram of(ProcessId process) throws ProbeException {
        try (AttachSocket socket = AttachSocket.open(process)) {
            return socket.run("GC.class_histogram", ClassHistogram::parse);
        } catch (IOException e) {
            throw new ProbeException("the JVM does not count its objects: " + e.getMessage(), e);
        }
    }

    /** Classes of one name, by several loaders, are one. */
    public static ClassHistogram parse(BufferedReader printed) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        long bytes = 0;
        for (String line = printed.readLine();
                line != null && counts.size() < MOST_CLASSES;
                line = printed.readLine()) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches() && !AgentClasses.has(matcher.group(3))) {
                counts.merge(matcher.group(3), Long.parseLong(matcher.group(1)), Long::sum);
                bytes += Long.parseLong(matcher.group(2));
            }
        }
        return new ClassHistogram(counts, bytes);
    }
}
