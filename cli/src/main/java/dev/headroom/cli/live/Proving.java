package dev.headroom.cli.live;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.lab.proof.Runner;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Moved;
import dev.headroom.probe.Probe;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;

/** Limits are moved while the view goes on. Closing it breaks it off, and everything is where it was when that returns. */
final class Proving implements AutoCloseable {

    private final LiveCampaign campaign;
    private final Move first;
    private final Thread thread;
    private final SynchronousQueue<Boolean> answers = new SynchronousQueue<>();
    private volatile String says;
    private volatile Optional<Move> asked = Optional.empty();
    private volatile Optional<Moved> done = Optional.empty();

    /** @param first which is agreed to */
    Proving(LiveCampaign campaign, Move first, Inspector inspector, Probe probe) {
        this.campaign = campaign;
        this.first = first;
        says = "moving " + LiveCampaign.named(first);
        thread = Thread.ofPlatform().daemon().name("headroom-proof").start(() -> run(inspector, probe));
    }

    private void run(Inspector inspector, Probe probe) {
        try {
            done = Optional.of(campaign.run(inspector, probe, this::agreed, this::told));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void told(Runner.Progress progress) {
        says = progress.words();
    }

    /** Asks, and waits for the answer; to break it off is one as well. */
    private boolean agreed(Move move) {
        if (move.equals(first)) {
            return true;
        }
        asked = Optional.of(move);
        try {
            return answers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            asked = Optional.empty();
        }
    }

    LiveCampaign campaign() {
        return campaign;
    }

    /** A further move that nobody has agreed to yet. */
    Optional<Move> asked() {
        return asked;
    }

    void answer(boolean yes) throws InterruptedException {
        if (asked.isPresent()) {
            asked = Optional.empty();
            answers.put(yes);
        }
    }

    String says() {
        return says;
    }

    boolean isOver() {
        return !thread.isAlive();
    }

    /** What came of it; empty before it is over, and where it was broken off. */
    Optional<Moved> done() {
        return done;
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
