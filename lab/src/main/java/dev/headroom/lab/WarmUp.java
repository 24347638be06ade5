package dev.headroom.lab;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.lab.proof.Bench;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.process.TimeAllowed;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress.Phase;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The load that comes first, and of which nothing counts. It lasts as long as the experiment says, and goes on until the service has
 * {@linkplain Settling settled}, within a bound.
 */
final class WarmUp {

    private static final Duration EVERY = Duration.ofMillis(50);
    private static final double SLICE_SECONDS = 0.5;
    private static final int SLICE_ANSWERS = 4;

    /** Seconds. What a JVM still has to compile is little beside an answer that takes longer than this, and nobody waits for several. */
    private static final double SLOW = 1.5;

    private WarmUp() {}

    /**
     * @param cpu processor time that the watched service has used so far
     * @return what had not settled when it ended; empty where all had
     */
    static Optional<String> run(Bench bench, Load load, Pace pace, Supplier<Optional<Duration>> cpu)
            throws InterruptedException, ServiceException {
        Load.WarmUp warmUp = load.warmUp().orElse(pace.warmUp());
        double least = Times.seconds(warmUp.duration());
        double most = least + Times.seconds(pace.warmUpMore());
        // a service that answers no more must not hold up the run: a single user is not waited for longer either
        Optional<Load> first = load.byUsers(warmUp.users(), Times.ofSeconds(most), pace.oneUserLongest());
        if (first.isEmpty()) {
            return Optional.empty(); // a script that knows its own load only
        }
        Settling settling = new Settling();
        try (RunningLoad running = bench.start(first.get())) {
            long began = System.nanoTime();
            double start = 0;
            boolean stopped = false;
            Counts from = running.counts();
            Counts answering = from;
            double cpuFrom = seconds(cpu);
            while (bench.pause(running, EVERY, Phase.WARM_UP)) {
                if (first.get().byTool() && !running.counted().isDone() && !stopped) {
                    if ((System.nanoTime() - began) / 1e9 > Times.seconds(TimeAllowed.START_AND_END)) {
                        running.stop();
                        stopped = true;
                    }
                    start = (System.nanoTime() - began) / 1e9; // a tool takes seconds
                    continue;
                }
                Counts now = running.counts();
                long answers = now.succeeded() - from.succeeded();
                if (answers >= SLICE_ANSWERS && (now.at() - from.at()) / 1e9 >= SLICE_SECONDS) {
                    double cpuNow = seconds(cpu);
                    settling.add(
                            new Settling.Slice(answers, (now.seconds() - from.seconds()) / answers, cpuNow - cpuFrom));
                    from = now;
                    cpuFrom = cpuNow;
                }
                if (answering.succeeded() == 0) {
                    answering = now;
                }
                boolean slow =
                        isSlow(answering, now, warmUp.users()) || first.get().byTool() && now.ended() == 0;
                double elapsed = (System.nanoTime() - began) / 1e9 - start;
                if (!stopped && elapsed >= least && (settling.settled() || slow || elapsed >= most)) {
                    running.stop();
                    stopped = true;
                }
            }
        }
        return settling.unsettled();
    }

    /**
     * Whether an answer takes long, or all requests fail. The first ones do not tell: they wait for what a service does once.
     *
     * @param first when the first answers had come
     */
    static boolean isSlow(Counts first, Counts now, int users) {
        if (now.succeeded() == 0) {
            return now.failed() > 0;
        }
        double seconds = (now.at() - first.at()) / 1e9;
        return users * seconds > SLOW * (now.succeeded() - first.succeeded() + users);
    }

    private static double seconds(Supplier<Optional<Duration>> cpu) {
        return cpu.get().map(Times::seconds).orElse(Double.NaN);
    }
}
