package dev.headroom.lab.proof;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Observation;
import dev.headroom.lab.StillProbe;
import dev.headroom.load.Counts;
import dev.headroom.load.LoadProgress;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A service whose requests each hold one of its permits, in a time of its own that passes while somebody waits. */
final class Simulated implements Bench, StillProbe {

    private final List<Users> present = new ArrayList<>();
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
        Users users = new Users(((Load.Closed) load).users());
        present.add(users);
        return users;
    }

    @Override
    public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase) throws InterruptedException {
        int users = present.stream().mapToInt(one -> one.count).sum();
        double throughput = Math.min(permits, users) / hold;
        for (Users one : present) {
            one.answers += throughput * one.count / users * time.toNanos() / 1e9;
        }
        clock += time.toNanos();
        return true;
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
    public int move(String target, int to, Duration longest) throws ProbeException {
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
        private double answers;

        private Users(int count) {
            this.count = count;
        }

        @Override
        public Counts counts() {
            return new Counts(LoadProgress.Phase.LOAD, clock, (long) answers, 0, 0, 0, count, List.of());
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
        public Optional<Duration> warmUpMedian() {
            return Optional.empty();
        }

        @Override
        public LoadProgress progress() {
            throw new UnsupportedOperationException();
        }
    }
}
