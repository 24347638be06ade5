package dev.headroom.probe.dump;

import dev.headroom.probe.dump.DumpedThread.How;
import dev.headroom.probe.threads.Frame;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code jcmd Thread.print} prints, of Java 8 and later. It is made at one safepoint, so that who holds what fits to who waits for it.
 *
 * @param deadlocked threads that wait for each other in a circle
 */
record ThreadDump(List<DumpedThread> threads, int deadlocked) {

    private static final Pattern HEAD = Pattern.compile("^\"(.*)\" #(\\d+) .*?prio=\\d+ (?:.*?cpu=([\\d.]+)ms )?.*$");
    private static final Pattern LOCK = Pattern.compile("<(0x[0-9a-f]+)> \\(a (.*)\\)");
    private static final String STATE = "   java.lang.Thread.State: ";
    private static final String FRAME = "\tat ";
    private static final String ABOUT = "\t- ";
    private static final String MOUNTED = "   Mounted virtual thread";
    private static final String DEADLOCKS = "Java-level deadlock";
    private static final String DEADLOCKED_STACKS = "Java stack information for the threads listed above";

    /** Reads dumps of one JVM, whose lines are mostly the same each time. */
    static final class Parser {

        private static final int MOST = 50_000;

        private final Map<String, Frame> frames = new HashMap<>();
        private final List<DumpedThread> threads = new ArrayList<>();
        private Current current = new Current();
        private int deadlocked;

        ThreadDump parse(BufferedReader dump) throws IOException {
            threads.clear();
            deadlocked = 0;
            current = new Current();
            if (frames.size() > MOST) {
                frames.clear();
            }
            boolean circles = false;
            for (String line = dump.readLine(); line != null; line = dump.readLine()) {
                if (line.contains(DEADLOCKS)) {
                    circles = true;
                } else if (line.startsWith(DEADLOCKED_STACKS)) {
                    break; // those that were printed above already
                } else if (circles) {
                    deadlocked += line.startsWith("\"") ? 1 : 0;
                } else {
                    line(line);
                }
            }
            end();
            return new ThreadDump(List.copyOf(threads), deadlocked);
        }

        private void line(String line) {
            if (line.startsWith("\"")) {
                end();
                Matcher head = HEAD.matcher(line);
                if (head.matches()) {
                    current = new Current(head);
                }
            } else if (line.startsWith(STATE)) {
                current.state(line.substring(STATE.length()));
            } else if (line.startsWith(FRAME)) {
                Frame frame = frames.computeIfAbsent(line.substring(FRAME.length()), Frame::of);
                if (!frame.isHidden()) {
                    current.frames.add(frame);
                }
            } else if (line.startsWith(ABOUT)) {
                current.about(line.substring(ABOUT.length()));
            } else if (line.startsWith(MOUNTED)) {
                end(); // whose frames follow
            }
        }

        private void end() {
            current.thread().ifPresent(threads::add);
            current = new Current();
        }
    }

    /** The thread whose lines are being read. */
    private static final class Current {

        private final long id;
        private final String name;
        private final String cpu;
        private Thread.State state = Thread.State.RUNNABLE;
        private final List<Frame> frames = new ArrayList<>();
        private final List<Lock> holds = new ArrayList<>();
        private Optional<Lock> waitsFor = Optional.empty();
        private How how = How.NOT;

        private Current() {
            id = 0;
            name = "";
            cpu = "";
        }

        Current(Matcher head) {
            id = Long.parseLong(head.group(2));
            name = head.group(1);
            cpu = head.group(3) == null ? "" : head.group(3);
        }

        void state(String text) {
            String word = text.split(" ", 2)[0];
            for (Thread.State one : Thread.State.values()) {
                state = one.name().equals(word) ? one : state;
            }
        }

        void about(String text) {
            Matcher lock = LOCK.matcher(text);
            if (!lock.find()) {
                return;
            }
            Lock object = new Lock(Long.parseUnsignedLong(lock.group(1).substring(2), 16), type(lock.group(2)));
            if (text.startsWith("locked ")) {
                holds.add(object);
            } else if (how == How.NOT) {
                waitsFor = Optional.of(object);
                how = text.startsWith("waiting to lock") || text.startsWith("waiting to re-lock")
                        ? How.ENTERS
                        : text.startsWith("parking to wait") ? How.IS_PARKED : How.AWAITS_NOTICE;
            }
        }

        /** {@code java.lang.Class for shop.Orders} is an object of that class. */
        private static String type(String text) {
            return text.split(" ", 2)[0];
        }

        Optional<DumpedThread> thread() {
            if (name.isEmpty()) {
                return Optional.empty();
            }
            holds.removeIf(lock -> waitsFor.filter(lock::equals).isPresent());
            return Optional.of(
                    new DumpedThread(id, name, cpu, state, List.copyOf(frames), waitsFor, how, List.copyOf(holds)));
        }
    }
}
