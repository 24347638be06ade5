package dev.headroom.lab.proof;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.lab.StillProbe;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** A service whose requests each hold one of its permits, in a time of its own that passes while somebody waits. */
final class Simulated implements Bench, StillProbe {

    /** Nanoseconds by which a pause lasts longer than asked for, so that no rounding decides whether another one fits in. */
    private static final long LATE = 1_000;

    private final List<Users> present = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(3);
    private final double hold;
    private long clock = System.nanoTime();
    private final int home;
    private int permits;
    private int lost = -1;

    /** Whatever more is asked for; 0 where it is as much. */
    int grants;

    /** @param hold seconds */
    Simulated(int permits, double hold) {
        this.permits = permits;
        home = permits;
        this.hold = hold;
    }

    int permits() {
        return permits;
    }

    @Override
    public RunningLoad start(Load load) {
        Users users = load instanceof Load.Open open
                ? new Users(0, open.rate().perSecond())
                : new Users(((Load.Closed) load).users(), 0);
        present.add(users);
        return users;
    }

    @Override
    public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase) throws InterruptedException {
        double seconds = time.toNanos() / 1e9;
        int users = present.stream().mapToInt(one -> one.count).sum();
        double left = permits / hold * seconds;
        for (Users one : present) {
            one.due += one.rate > 0
                    ? arrivals(one.rate * seconds)
                    : Math.min(permits, users) / hold * one.count / users * seconds;
            double answered = Math.min(one.due - one.answers, left);
            one.answers += answered;
            left -= answered;
        }
        clock += time.toNanos() + LATE;
        return true;
    }

    /** Of a Poisson process. */
    private int arrivals(double mean) {
        int count = 0;
        for (double at = random.nextExponential(); at < mean; at += random.nextExponential()) {
            count++;
        }
        return count;
    }

    /** The lease is lost while it has so many. */
    void loseAt(int moved) {
        lost = moved;
    }

    @Override
    public void held() throws ProbeException {
        if (permits == lost) {
            putBack();
            throw new LeaseLost("the lease was lost", false);
        }
    }

    @Override
    public void putBack() {
        permits = home;
    }

    @Override
    public int move(String target, int from, int to, Duration longest) throws ProbeException {
        if (!target.equals("gate")) {
            throw new ProbeException("nothing is named " + target);
        }
        permits = to > home && grants > 0 ? grants : to;
        return permits;
    }

    @Override
    public Observation observe(Instant zero, Observation.Window window) {
        throw new UnsupportedOperationException();
    }

    private final class Users implements RunningLoad {
        private final int count;
        private final double rate;
        private double due;
        private double answers;

        /** @param rate of requests per second that come at random, where they are not of users */
        private Users(int count, double rate) {
            this.count = count;
            this.rate = rate;
        }

        @Override
        public Counts counts() {
            return new Counts(clock, (long) due, (long) answers, 0, 0, 0, List.of());
        }

        @Override
        public void stop() {
            present.remove(this);
        }

        @Override
        public void close() {
            stop();
        }

        @Override
        public CompletableFuture<Instant> counted() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<Instant> offered() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<LoadResult> result() {
            return new CompletableFuture<>();
        }

        @Override
        public LoadProgress progress() {
            throw new UnsupportedOperationException();
        }
    }
}
