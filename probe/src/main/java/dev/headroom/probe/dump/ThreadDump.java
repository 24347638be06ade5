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
 * <p>Whoever answers may print anything: what is no line of a dump is passed over, and each line is read in time that grows with its length alone.
 *
 * @param deadlocked threads that wait for each other in a circle
 */
record ThreadDump(List<DumpedThread> threads, int deadlocked) {

    /** Behind the name of a thread, which may hold anything. */
    private static final Pattern NUMBER = Pattern.compile("#(\\d{1,18}) ");

    /** Since Java 21 a decimal number. */
    private static final Pattern KERNEL_ID = Pattern.compile(" nid=(0x[0-9a-f]{1,8}|\\d{1,10}) ");

    /** With the decimal sign of the process's locale. */
    private static final Pattern CPU = Pattern.compile(" cpu=([\\d.,]{1,20})ms ");

    /** {@code <0x000000069ec1a838> (a java.lang.Class for shop.Orders)}: an object of the class up to the blank. */
    private static final Pattern LOCK = Pattern.compile("<0x([0-9a-f]{1,16})> \\(a ([^ )]+)");

    /** HotSpot prints no more, unless MaxJavaStackTraceDepth says so. What is below is passed over. */
    private static final int MOST_FRAMES = 1_024;

    /** Characters; the rest of a name is passed over. */
    private static final int LONGEST_NAME = 500;

    private static final String STATE = "   java.lang.Thread.State: ";
    private static final String FRAME = "\tat ";
    private static final String ABOUT = "\t- ";

    /** Once the wait itself is compiled, no local variable tells for which object it is. */
    private static final String UNTOLD = "waiting on <no object reference";

    private static final String MOUNTED = "   Mounted virtual thread";
    private static final String DEADLOCKS = "Java-level deadlock";
    private static final String DEADLOCKED_STACKS = "Java stack information for the threads listed above";

    /** Reads dumps of one JVM, whose lines are mostly the same each time. */
    static final class Parser {

        /** Of memory that a dump may take here, by estimate: one of 10,000 threads with 150 frames each takes a fifth. */
        private static final long MOST_BYTES = 200L << 20;

        /** What is made of each later is counted here as well. */
        private static final int THREAD_BYTES = 1_000;

        private static final int FRAME_BYTES = 20;
        private static final int NEW_FRAME_BYTES = 200;
        private static final int LOCK_BYTES = 150;

        private final Map<String, Frame> frames = new HashMap<>();
        private final List<DumpedThread> threads = new ArrayList<>();
        private Current current = new Current();
        private int deadlocked;

        /** Of the frames that are known, and of all. */
        private long known;

        private long taken;

        private long size;

        /** Characters of the dump that was read last. */
        long size() {
            return size;
        }

        ThreadDump parse(BufferedReader dump) throws IOException {
            threads.clear();
            size = 0;
            deadlocked = 0;
            current = new Current();
            if (known > MOST_BYTES / 4) {
                frames.clear();
                known = 0;
            }
            taken = known;
            boolean circles = false;
            for (String line = dump.readLine(); line != null; line = dump.readLine()) {
                size += line.length() + 1;
                if (line.startsWith("Found ") && line.contains(DEADLOCKS)) { // a name may hold the latter
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

        private void line(String line) throws IOException {
            if (line.startsWith("\"")) {
                end();
                current = Current.of(line);
                take(current.name.isEmpty() ? 0 : THREAD_BYTES);
            } else if (line.startsWith(STATE)) {
                current.state(line.substring(STATE.length()));
            } else if (line.startsWith(FRAME)) {
                Frame frame = frame(line.substring(FRAME.length()));
                if (!frame.isHidden() && current.frames.size() < MOST_FRAMES) {
                    current.frames.add(frame);
                    take(FRAME_BYTES);
                }
            } else if (line.startsWith(ABOUT)) {
                take(LOCK_BYTES + 2L * line.length());
                current.about(line.substring(ABOUT.length()));
            } else if (line.startsWith(MOUNTED)) {
                end(); // whose frames follow
            }
        }

        private Frame frame(String text) throws IOException {
            Frame frame = frames.get(text);
            if (frame == null) {
                long bytes = NEW_FRAME_BYTES + 4L * text.length();
                take(bytes);
                known += bytes;
                frame = Frame.of(text);
                frames.put(text, frame);
            }
            return frame;
        }

        private void take(long bytes) throws IOException {
            taken += bytes;
            if (taken > MOST_BYTES) {
                threads.clear();
                frames.clear();
                throw new IOException("its dump takes more than " + (MOST_BYTES >> 20) + " MB of Headroom's memory");
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
        private final long kernelId;
        private final String name;
        private final String cpu;
        private Thread.State state = Thread.State.RUNNABLE;
        private final List<Frame> frames = new ArrayList<>();
        private final List<Lock> holds = new ArrayList<>();
        private Optional<Lock> waitsFor = Optional.empty();
        private How how = How.NOT;
        private boolean untold;

        private Current() {
            this(0, 0, "", "");
        }

        private Current(long id, long kernelId, String name, String cpu) {
            this.id = id;
            this.kernelId = kernelId;
            this.name = name;
            this.cpu = cpu;
        }

        /** {@code "orders-1" #31 [4711] prio=5 os_prio=0 cpu=12.03ms elapsed=8.13s tid=...}: nobody where it is none of that. */
        static Current of(String line) {
            int end = line.lastIndexOf("\" #");
            if (end < 1) {
                return new Current();
            }
            String about = line.substring(end + 2);
            Matcher number = NUMBER.matcher(about);
            if (!number.lookingAt() || !about.contains(" prio=")) {
                return new Current();
            }
            Matcher kernelId = KERNEL_ID.matcher(about);
            Matcher cpu = CPU.matcher(about);
            return new Current(
                    Long.parseLong(number.group(1)),
                    kernelId.find() ? Long.decode(kernelId.group(1)) : 0,
                    line.substring(1, Math.min(end, 1 + LONGEST_NAME)),
                    cpu.find() ? cpu.group(1) : "");
        }

        void state(String text) {
            String word = text.split(" ", 2)[0];
            for (Thread.State one : Thread.State.values()) {
                state = one.name().equals(word) ? one : state;
            }
        }

        void about(String text) {
            untold |= text.startsWith(UNTOLD);
            Matcher lock = LOCK.matcher(text);
            if (!lock.find()) {
                return;
            }
            Lock object = new Lock(Long.parseUnsignedLong(lock.group(1), 16), lock.group(2));
            if (text.startsWith("locked ")) {
                // who waits gave up what it entered last; who was notified wants that back
                if (untold && how == How.NOT) {
                    waits(object, state == Thread.State.BLOCKED ? How.ENTERS : How.AWAITS_NOTICE);
                }
                holds.add(object);
            } else if (how == How.NOT && !text.startsWith("eliminated ")) { // compiled code does without that lock
                waits(
                        object,
                        text.startsWith("waiting to lock") || text.startsWith("waiting to re-lock")
                                ? How.ENTERS
                                : text.startsWith("parking to wait") ? How.IS_PARKED : How.AWAITS_NOTICE);
            }
        }

        private void waits(Lock object, How does) {
            waitsFor = Optional.of(object);
            how = does;
        }

        Optional<DumpedThread> thread() {
            if (name.isEmpty()) {
                return Optional.empty();
            }
            holds.removeIf(lock -> waitsFor.filter(lock::equals).isPresent());
            return Optional.of(new DumpedThread(
                    id, kernelId, name, cpu, state, List.copyOf(frames), waitsFor, how, List.copyOf(holds)));
        }
    }
}
