package dev.headroom.load.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process and those that it has started, as far as they have been seen: one whose parent has ended is no descendant any more, and would be
 * left behind if nobody remembered it. Each is held by a handle, which knows when its process began and so never means another that was given
 * the same id.
 */
public final class ProcessTree {

    private static final Duration ASK_EVERY = Duration.ofMillis(20);

    /** Bytes; no process is given more. */
    private static final int LONGEST_ENVIRONMENT = 1 << 21;

    private final ProcessHandle root;
    /** With the processor time that each was last seen to have used. */
    private final Map<ProcessHandle, Duration> seen = new LinkedHashMap<>();

    private final Mark mark;

    private Duration ended = Duration.ZERO;

    /**
     * @param root the process that was started
     * @param mark in its environment: who has it was started by the root, whoever his parent is
     */
    public ProcessTree(ProcessHandle root, Mark mark) {
        this.root = root;
        this.mark = mark;
        seen.put(root, Duration.ZERO);
    }

    /** Looks for new ones. Reads the table of all processes: milliseconds. */
    public synchronized void look() {
        for (ProcessHandle known : List.copyOf(seen.keySet())) {
            boolean underAnother = known.parent().filter(seen::containsKey).isPresent();
            if (!underAnother && known.isAlive()) {
                known.descendants().forEach(found -> seen.putIfAbsent(found, Duration.ZERO));
            }
        }
        count();
    }

    /** Looks for all that are to end: also those that have left their parent, as daemons do. Reads the environment of each process that may be read: some 10 ms. */
    private synchronized void lookForAll() {
        look();
        ProcessHandle.allProcesses()
                .filter(one -> !seen.containsKey(one) && wasGiven(one, mark))
                .forEach(one -> seen.put(one, Duration.ZERO));
    }

    /** Those that run, in the order in which they began. */
    public synchronized List<ProcessHandle> running() {
        return seen.keySet().stream()
                .filter(ProcessTree::runs)
                .sorted(Comparator.comparing(
                        process -> process.info().startInstant().orElse(Instant.MAX)))
                .toList();
    }

    /** Processor time used so far by all of them, also those that have ended; empty where the system does not tell. */
    public synchronized Optional<Duration> cpu() {
        if (root.info().totalCpuDuration().isEmpty()) {
            return Optional.empty();
        }
        count();
        return Optional.of(seen.values().stream().reduce(ended, Duration::plus));
    }

    private void count() {
        for (ProcessHandle process : List.copyOf(seen.keySet())) {
            process.info().totalCpuDuration().ifPresent(used -> seen.put(process, used));
            if (process != root && !process.isAlive()) {
                ended = ended.plus(seen.remove(process));
            }
        }
    }

    /**
     * Sends SIGTERM, and after a while SIGKILL: to the first, then to those that it has started and not stopped itself. Returns when all are gone.
     *
     * @param process the first
     * @param alone time for the first to stop the others itself
     * @param patience in all, before they are made to
     */
    public void end(Process process, Duration alone, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        look();
        process.destroy(); // before the environments of others are read, which may take long
        try {
            process.waitFor(alone.toMillis(), TimeUnit.MILLISECONDS);
            lookForAll();
            descendants().forEach(ProcessHandle::destroy);
            process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            awaitDescendants(Duration.ofNanos(deadline - System.nanoTime()));
        } catch (InterruptedException e) {
            interrupted = true; // in a hurry: nothing more is waited for, but it must not be left behind either
        }
        lookForAll();
        process.destroyForcibly();
        descendants().forEach(ProcessHandle::destroyForcibly);
        // SIGKILL cannot be refused; the wait ends as soon as the system has cleared them away.
        while (true) {
            try {
                process.waitFor();
                awaitDescendants(patience);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until all but the first have ended, or {@code time} is over. */
    private void awaitDescendants(Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (!descendants().isEmpty() && System.nanoTime() - deadline <= 0) {
            Thread.sleep(ASK_EVERY);
        }
    }

    /** All but the first. */
    private List<ProcessHandle> descendants() {
        List<ProcessHandle> all = new ArrayList<>(running());
        all.remove(root);
        return all;
    }

    /**
     * Whether that was in the environment of a process when its program began, as Linux tells its user ({@code proc(5)}); false where it cannot be read.
     */
    private static boolean wasGiven(ProcessHandle process, Mark mark) {
        try (InputStream in = Files.newInputStream(Path.of("/proc", Long.toString(process.pid()), "environ"))) {
            String all = new String(in.readNBytes(LONGEST_ENVIRONMENT), StandardCharsets.UTF_8);
            return ("\0" + all).contains("\0" + mark.variable() + "\0");
        } catch (IOException e) {
            return false; // another user's, or it has ended
        }
    }

    /** One that has ended stays in the table until its parent asks for its exit code, which some never do. */
    static boolean runs(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return process.isAlive(); // no Linux, or ended just now
        }
    }
}
