package dev.headroom.cli.safety;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One way in that ends one way: what is other than before, though nobody was told that it would be. */
record Cell(Kind kind, Way way, End end) {

    /** Within that, all has gone that goes at once: the agent waits up to 5 s for a setter, and as long for its sampler. */
    static final int AT_ONCE_SECONDS = 20;

    /** A recording that nobody stops lasts a minute, and a folder that nobody wrote to is left for one. */
    private static final int A_MINUTE_SECONDS = 80;

    /** Headroom is asked for 3 s, and a proof has three phases of some seconds; starved, it takes many times that. */
    private static final int ENDS_SECONDS = 300;

    /** Within that a limit is back that a Headroom moved which stands still. */
    private static final int LEASE_SECONDS = 20;

    private static final int STOPPED_SECONDS = 15;

    /** Within that a limit is moved by a Headroom that is to stand still meanwhile. */
    private static final int MOVES_SECONDS = 60;

    /** Nothing binds, a limit binds, unknown: it did what it was asked for. */
    private static final Set<Integer> DONE = Set.of(0, 4, 5);

    private static final Set<End> KILLED = EnumSet.of(End.SIGKILL, End.SIGSTOP, End.TWO);

    @Override
    public String toString() {
        return kind + " " + way + " " + end;
    }

    /** How long Headroom is at work: somewhere in that it is hit. */
    private int workMillis() {
        return way == Way.PROVE ? 20_000 : 7_000;
    }

    /** @return what harm was done; empty where none */
    List<String> run(Target target, Path folder, Random random) throws Exception {
        List<String> harm = new ArrayList<>();
        // what the one before has raised is put back, and its threads end a moment later
        Wait.within(LEASE_SECONDS, () -> asMade(target.settings()));
        Snapshot before = target.snapshot();
        List<Process> busy = end == End.STARVED ? busy() : List.of();
        String[] prefix = end == End.STARVED ? new String[] {"nice", "-n", "5", "taskset", "-c", "0"} : new String[0];
        Path other = folder.resolve("other");
        try (Headroom headroom =
                        Headroom.start(Files.createDirectories(folder.resolve("one")), way, target.pid(), prefix);
                Headroom second = end == End.TWO
                        ? Headroom.start(Files.createDirectories(other), Way.LIFT, target.pid())
                        : headroom) {
            harm.addAll(hit(target, headroom, second, random));
            if (!headroom.ends(ENDS_SECONDS)) {
                harm.add("Headroom goes on after " + ENDS_SECONDS + " s; it said: " + headroom.said());
                headroom.close();
            }
            harm.addAll(idle(headroom));
            Set<Way> used = end == End.TWO ? EnumSet.of(way, Way.LIFT) : EnumSet.of(way);
            harm.addAll(harm(target, before, used, folder));
            harm.addAll(files(headroom, folder.resolve("one"), target));
            if (second != headroom) {
                harm.addAll(files(second, other, target));
            }
        } finally {
            for (Process one : busy) {
                one.destroyForcibly().waitFor();
            }
        }
        return harm;
    }

    /** A Headroom that did nothing does no harm either, and shows nothing. */
    private List<String> idle(Headroom headroom) throws IOException {
        boolean worked = end != End.NORMAL || way.needsTerminal() || DONE.contains(headroom.code());
        return worked || kind.mayRefuse()
                ? List.of()
                : List.of("it did nothing (exit " + headroom.code() + "): " + headroom.said());
    }

    /** Files that stay: who was killed before the agent was there, or whose files the agent does not see, has nobody who deletes its folder, but for the next one. */
    private List<String> files(Headroom headroom, Path folder, Target target) throws Exception {
        List<String> left = headroom.leftForGood(AT_ONCE_SECONDS);
        boolean deletes = kind != Kind.OUT_OF_MEMORY && !left.isEmpty() && target.hasOpened(left.getFirst());
        if (left.isEmpty() || !KILLED.contains(end) || deletes) {
            return left.stream().map(name -> "file of Headroom: " + name).toList();
        }
        TimeUnit.SECONDS.sleep(A_MINUTE_SECONDS); // one that may be about to write its jar is left alone for so long
        try (Headroom next = Headroom.start(folder, Way.LIFT, target.pid())) {
            next.ends(ENDS_SECONDS);
            return next.leftForGood(AT_ONCE_SECONDS).stream()
                    .map(name -> "file of Headroom after the next one: " + name)
                    .toList();
        }
    }

    private List<String> hit(Target target, Headroom headroom, Headroom second, Random random) throws Exception {
        if (kind == Kind.OUT_OF_MEMORY) {
            Thread.sleep(random.nextInt(workMillis()));
            target.fill();
        }
        boolean itself = end == End.NORMAL || end == End.STARVED;
        if (itself && !way.needsTerminal()) {
            return List.of();
        }
        if (end == End.SIGSTOP && way.moves()) {
            Wait.within(MOVES_SECONDS, () -> !asMade(target.settings()) || !headroom.isAlive());
            if (!headroom.isAlive() && !kind.mayRefuse()) {
                return List.of("it moved nothing, and said: " + headroom.said());
            }
        } else {
            Thread.sleep(random.nextInt(workMillis()));
        }
        switch (end) {
            case NORMAL, STARVED -> headroom.signal("INT"); // a view that only a key or a signal ends
            case SIGINT -> headroom.signal("INT");
            case SIGTERM -> headroom.signal("TERM");
            case SIGKILL -> headroom.signal("KILL");
            case TWO -> {
                second.signal("KILL");
                if (way.needsTerminal()) {
                    headroom.signal("TERM");
                }
            }
            case CUT -> {
                if (headroom.isAlive()) {
                    Cut.connectionsOf(headroom.pid());
                }
                if (way.needsTerminal()) {
                    TimeUnit.SECONDS.sleep(2);
                    headroom.signal("TERM");
                }
            }
            case SIGSTOP -> {
                return frozen(target, headroom);
            }
        }
        return List.of();
    }

    private static List<String> frozen(Target target, Headroom headroom) throws Exception {
        headroom.signal("STOP");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOPPED_SECONDS);
        boolean back = Wait.within(LEASE_SECONDS, () -> asMade(target.settings()));
        List<String> harm = back
                ? List.of()
                : List.of("moved for " + LEASE_SECONDS + " s while Headroom stands still: "
                        + target.settings().facts());
        while (System.nanoTime() < until) {
            Thread.sleep(100);
        }
        headroom.signal("KILL");
        return harm;
    }

    private static boolean asMade(Snapshot settings) {
        String workers = Integer.toString(Service.WORKERS);
        return workers.equals(settings.facts().get("setting pool.core"))
                && workers.equals(settings.facts().get("setting pool.maximum"))
                && workers.equals(settings.facts().get("setting pool.threads"));
    }

    /** What is other than before, and stays so for longer than is documented. */
    static List<String> harm(Target target, Snapshot before, Set<Way> used, Path folder) throws Exception {
        List<Stays> documented = Stays.documented();
        List<Snapshot.Difference> undocumented = new ArrayList<>();
        Wait.within(AT_ONCE_SECONDS, () -> {
            undocumented.clear();
            undocumented.addAll(left(target, before, used, documented, EnumSet.allOf(Stays.Until.class)));
            return undocumented.isEmpty();
        });
        List<String> harm = new ArrayList<>();
        undocumented.forEach(one -> harm.add(one.toString()));
        Set<Stays.Until> later = EnumSet.complementOf(EnumSet.of(Stays.Until.A_MINUTE_LATER));
        if (harm.isEmpty()
                && !Wait.within(
                        A_MINUTE_SECONDS,
                        () -> afterAMinute(target, before, used, documented, later)
                                .isEmpty())) {
            afterAMinute(target, before, used, documented, later).forEach(one -> harm.add("after a minute " + one));
        }
        Set<Stays.Until> last = EnumSet.of(Stays.Until.THE_JVM_ENDS);
        if (harm.isEmpty() && !left(target, before, used, documented, last).isEmpty()) {
            try (Headroom next = Headroom.start(
                    Files.createDirectories(folder.resolve("next")),
                    used.iterator().next(),
                    target.pid())) {
                next.ends(ENDS_SECONDS);
            }
            Wait.within(
                    AT_ONCE_SECONDS,
                    () -> left(target, before, used, documented, last).isEmpty());
            left(target, before, used, documented, last).forEach(one -> harm.add("after the next Headroom " + one));
        }
        if (target.kind() != Kind.OUT_OF_MEMORY) { // of its own threads some may have died of that
            target.awaitAnswers(1);
        }
        return harm;
    }

    /** The thread of the JVM that ends a recording may have died of want of memory: that is for the next Headroom. */
    private static List<Snapshot.Difference> afterAMinute(
            Target target, Snapshot before, Set<Way> used, List<Stays> documented, Set<Stays.Until> meanwhile)
            throws IOException, InterruptedException {
        return left(target, before, used, documented, meanwhile).stream()
                .filter(one ->
                        target.kind() != Kind.OUT_OF_MEMORY || !one.fact().startsWith("recording "))
                .toList();
    }

    private static List<Snapshot.Difference> left(
            Target target, Snapshot before, Set<Way> used, List<Stays> documented, Set<Stays.Until> meanwhile)
            throws IOException, InterruptedException {
        return target.snapshot().since(before).stream()
                .filter(one -> target.kind() != Kind.OUT_OF_MEMORY || !isOfItsOwn(one))
                .filter(one -> !isSwept(one))
                .filter(one -> documented.stream()
                        .noneMatch(stays -> meanwhile.contains(stays.until()) && stays.allows(used, one)))
                .toList();
    }

    /** What an earlier Headroom had left, which was killed, or whose last thread was about to end. */
    private static boolean isSwept(Snapshot.Difference one) {
        return one.after().equals(Snapshot.NONE)
                && (one.fact().equals("file /tmp/headroom-UUID.json")
                        || one.fact().startsWith("thread headroom-"));
    }

    /**
     * Its threads may die of want of memory, and leave a connection open that one of them served; and who has none cannot take the agent's jar off the class path, nor
     * delete its file, nor close a recording that it has stopped.
     */
    private static boolean isOfItsOwn(Snapshot.Difference one) {
        return one.fact().startsWith("thread ") && one.after().equals(Snapshot.NONE)
                || one.fact().equals("open socket")
                || one.fact().startsWith("recording ") && one.after().startsWith("STOPPED")
                || one.fact().equals("path FOLDER/headroom-agent.jar")
                || one.fact().startsWith("open ") && one.fact().endsWith("/headroom-agent.jar");
    }

    private static List<Process> busy() throws IOException {
        List<Process> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            busy.add(new ProcessBuilder("taskset", "-c", "0", "sh", "-c", "while :; do :; done").start());
        }
        return busy;
    }
}
