package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Moved;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * A watcher that moves limits all the time is killed, stopped, or stopped for a while, at any moment of it: whatever it was doing, the limits
 * are then as they were and no class is changed. {@code -Dheadroom.fire=300} does it so often; {@code -Dheadroom.fire.seed} again.
 */
class MovesUnderFireIT extends Started {

    private static final int TIMES = Integer.getInteger("headroom.fire", 1);
    private static final long SEED = Long.getLong("headroom.fire.seed", System.nanoTime());

    /** At a time: each is two JVMs. */
    private static final int SIDE_BY_SIDE = 2;

    private static final int TWELVE = 12;

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
                long seed = random.nextLong();
                all.add(side.submit(() -> {
                    fire(fate, new Random(seed));
                    return done.merge(fate, 1, Integer::sum);
                }));
            }
        }
        for (Future<?> one : all) {
            one.get();
        }
        System.out.println("moves under fire, seed " + SEED + ": " + done + ", nothing lost");
    }

    private void fire(Fate fate, Random random) throws Exception {
        Process target = add(Jvms.start(Moved.class, Jvms.current(), PutBackIT.OPEN));
        Process watcher = add(Watcher.start(List.of(), "", target, TWELVE));
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
        Waiting.until(() -> PutBackIT.ask(target, "").equals("6 6")
                && PutBackIT.ask(target, "woven").equals("false"));
        Thread.sleep(random.nextInt(LONGEST_MILLIS)); // nothing that comes late moves it again
        assertThat(PutBackIT.ask(target, "")).as("%s, seed %s", fate, SEED).isEqualTo("6 6");
        watcher.destroyForcibly().waitFor();
        target.destroyForcibly().waitFor();
    }

    private Process add(Process process) {
        synchronized (started) {
            return started(process);
        }
    }
}
