package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Moved;
import dev.headroom.probe.target.Occupied;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A watcher that moves limits all the time is killed, stopped, or stopped for a while, at any moment of it: whatever it was doing, the limits
 * are then as they were, nothing is kept busy and no class is changed. {@code -Dheadroom.fire=300} does it so often; {@code -Dheadroom.fire.seed} again.
 */
@Tag("nightly")
class MovesUnderFireIT extends Started {

    private static final int TIMES = Integer.getInteger("headroom.fire", 5);
    private static final long SEED = Long.getLong("headroom.fire.seed", System.nanoTime());

    /** At a time: each is two JVMs. */
    private static final int SIDE_BY_SIDE = 2;

    private static final int TWELVE = 12;

    /** No thread that occupies, the pool of its size, no worker in hand. */
    private static final String NOTHING_LEFT = "0 4 0";

    /** Some dozen moves. */
    private static final int LONGEST_MILLIS = 400;

    private static final int LONGEST_STOP_MILLIS = 6_000;

    private enum Fate {
        KILLED,
        STOPPED_FOR_A_WHILE,
        STOPPED,
        TERMINATED
    }

    @Test
    void whateverBecomesOfTheWatcherTheServiceIsAsItWas() throws Exception {
        Map<Fate, Integer> done = new ConcurrentHashMap<>();
        Random random = new Random(SEED);
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService side = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            for (int i = 0; i < TIMES; i++) {
                Fate fate = Fate.values()[i % Fate.values().length];
                boolean occupies = i / Fate.values().length % 2 == 1;
                long seed = random.nextLong();
                all.add(side.submit(() -> {
                    if (occupies) {
                        fireAtOccupations(fate, new Random(seed));
                    } else {
                        fireAtMoves(fate, new Random(seed));
                    }
                    return done.merge(fate, 1, Integer::sum);
                }));
            }
        }
        for (Future<?> one : all) {
            one.get();
        }
        System.out.println("moves under fire, seed " + SEED + ": " + done + ", nothing lost");
    }

    private void fireAtMoves(Fate fate, Random random) throws Exception {
        Process target = add(Jvms.start(Moved.class, Jvms.current(), PutBackIT.OPEN));
        Process watcher = add(Watcher.start(List.of(), "", target, TWELVE));
        fire(fate, random, watcher);
        assertBack(() -> PutBackIT.ask(target, "") + " " + PutBackIT.ask(target, "woven"), "6 6 false", fate, random);
        end(watcher, target);
    }

    /** Locks, loops and a fork-join pool, which is raised as well. */
    private void fireAtOccupations(Fate fate, Random random) throws Exception {
        List<String> options = List.of("-cp", Jvms.classPath("netty-common"));
        Process target = add(Jvms.start(Occupied.class, Jvms.current(), options));
        Process watcher = add(Watcher.start(List.of(), "", target, 0));
        fire(fate, random, watcher);
        assertBack(() -> PutBackIT.ask(target, "left"), NOTHING_LEFT, fate, random);
        end(watcher, target);
    }

    private static void assertBack(Callable<String> left, String nothing, Fate fate, Random random) throws Exception {
        try {
            Waiting.until(() -> left.call().equals(nothing));
            Thread.sleep(random.nextInt(LONGEST_MILLIS)); // nothing that comes late moves it again
        } finally {
            assertThat(left.call()).as("%s, seed %s", fate, SEED).isEqualTo(nothing);
        }
    }

    private static void end(Process watcher, Process target) throws InterruptedException {
        watcher.destroyForcibly().waitFor();
        target.destroyForcibly().waitFor();
    }

    private static void fire(Fate fate, Random random, Process watcher) throws Exception {
        assertThat(watcher.inputReader().readLine()).isEqualTo("moved");
        assertThat(PutBackIT.ask(watcher, "restless")).isEqualTo("restless");
        Thread.sleep(random.nextInt(LONGEST_MILLIS));
        switch (fate) {
            case KILLED -> watcher.destroyForcibly();
            case TERMINATED -> PutBackIT.signal(watcher, "TERM");
            case STOPPED -> PutBackIT.signal(watcher, "STOP");
            case STOPPED_FOR_A_WHILE -> {
                PutBackIT.signal(watcher, "STOP");
                Thread.sleep(random.nextInt(LONGEST_STOP_MILLIS));
                PutBackIT.signal(watcher, "CONT");
                Thread.sleep(random.nextInt(LONGEST_MILLIS));
                watcher.destroyForcibly();
            }
            default -> throw new IllegalStateException(fate.name());
        }
    }

    private Process add(Process process) {
        synchronized (started) {
            return started(process);
        }
    }
}
