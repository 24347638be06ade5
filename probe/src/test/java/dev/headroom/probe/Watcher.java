package dev.headroom.probe;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Adjustable.Means;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.target.Jvms;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Another Headroom: watches the JVM of a process id, moves all of its limits to a size (occupies what it can where that is 0), says so, tells for each line how many there are, and leaves
 * at the end. For the line {@code held} it tells whether they are still so; for {@code restless} it moves them to and fro from then on, and occupies as well
 * where the size is 0.
 */
public final class Watcher {

    private Watcher() {}

    /** @param first what comes before the tests' class path */
    static Process start(List<String> options, String first, Process target, int to) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Jvms.current().resolve("bin/java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", first + File.pathSeparator + System.getProperty("java.class.path")));
        command.addAll(List.of(Watcher.class.getName(), Long.toString(target.pid()), Integer.toString(to)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Its temporary files are in {@code folder}. */
    static Process startIn(Path folder, Process target, int to) throws IOException {
        return start(List.of("-Djava.io.tmpdir=" + folder), "", target, to);
    }

    public static void main(String[] arguments) throws Exception {
        Instant begin = Instant.now();
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(Long.parseLong(arguments[0])), Secrets::hideIn)) {
            int to = Integer.parseInt(arguments[1]);
            List<Adjustable> first = to == 0 ? awaitLevers(probe, begin, Means.OCCUPY) : awaitLevers(probe, begin);
            for (Adjustable lever : first) {
                if (to == 0) {
                    probe.occupy(
                            lever.target(), new Occupancy(Probe.LARGEST_SHARE, 0, Duration.ZERO), Probe.LONGEST_MOVE);
                } else if (probe.move(lever, to, Probe.LONGEST_MOVE) != to) {
                    throw new IllegalStateException(lever + " was not moved to " + to);
                }
            }
            System.out.println("moved");
            Scanner in = new Scanner(System.in);
            while (in.hasNextLine()) {
                String line = in.nextLine();
                if (line.equals("restless")) {
                    List<Adjustable> atHome = to == 0 ? levers(probe, begin) : first; // as they are after each time
                    restless(probe, atHome, levers(probe, begin, Means.OCCUPY), to);
                }
                System.out.println(
                        line.equals("held") ? held(probe) : levers(probe, begin).size());
            }
        }
    }

    private static void restless(AgentProbe probe, List<Adjustable> levers, List<Adjustable> busy, int most)
            throws Exception {
        System.out.println("restless");
        for (int i = 0; true; i++) {
            try {
                for (Adjustable lever : levers) {
                    probe.move(lever, (most == 0 ? 2 * lever.capacity() : most) - i % 3, Probe.LONGEST_MOVE);
                }
                for (Adjustable lever : most == 0 ? busy : List.<Adjustable>of()) {
                    Occupancy how = new Occupancy(i % 2 * Probe.LARGEST_SHARE, lever.capacity(), Duration.ZERO);
                    probe.occupy(lever.target(), how, Probe.LONGEST_MOVE);
                }
            } catch (LeaseLost e) {
                probe.putBack();
            }
            if (i % 8 == 7) {
                probe.putBack();
            }
        }
    }

    private static String held(AgentProbe probe) throws Exception {
        try {
            probe.held();
            return "held";
        } catch (LeaseLost e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Those that it finds in a second or more. */
    static List<Adjustable> awaitLevers(AgentProbe probe, Instant begin) throws Exception {
        return awaitLevers(probe, begin, Means.SET);
    }

    private static List<Adjustable> awaitLevers(AgentProbe probe, Instant begin, Means means) throws Exception {
        probe.start();
        Waiting.until(() -> Duration.between(begin, Instant.now()).toSeconds() >= 1
                && !levers(probe, begin, means).isEmpty());
        return levers(probe, begin, means);
    }

    static List<Adjustable> levers(AgentProbe probe, Instant begin) throws ProbeException {
        return levers(probe, begin, Means.SET);
    }

    private static List<Adjustable> levers(AgentProbe probe, Instant begin, Means means) throws ProbeException {
        return probe.glance(begin, new Window(begin, Duration.between(begin, Instant.now()))).levers().stream()
                .filter(lever -> lever.means() == means)
                .toList();
    }
}
