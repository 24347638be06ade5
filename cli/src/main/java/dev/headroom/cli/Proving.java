package dev.headroom.cli;

import dev.headroom.core.model.Inspection;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.proof.LiveProof;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Moved;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.Probe;
import java.util.List;
import java.util.Optional;

/** A limit is moved while the view goes on. Closing it breaks it off, and the limit is where it was when that returns. */
final class Proving implements AutoCloseable {

    private final Inspection found;
    private final Thread thread;
    private volatile String says;
    private volatile Optional<Moved> done = Optional.empty();

    Proving(Inspection found, Intervention.Move move, Inspector inspector, Probe probe) {
        this.found = found;
        says = "moving " + words(move);
        LiveProof proof = new LiveProof(probe, inspector::throughput, stage -> says = stage.words());
        thread = Thread.ofPlatform().daemon().name("headroom-proof").start(() -> run(proof, move));
    }

    private void run(LiveProof proof, Intervention.Move move) {
        try {
            done = Optional.of(new Moved(found, proof.move(found, move)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@code orders from 10 to 20 for some seconds, and back}. */
    static String words(Intervention.Move move) {
        return "%s from %d to %d for some seconds, and back"
                .formatted(Printable.name(Redaction.hideIn(move.name())), move.from(), move.to());
    }

    static List<String> terms(Inspection found, Intervention.Move move) {
        return Consent.terms(
                found.seen(), move.target(), move.name(), move.from(), move.to(), LiveProof.longest(found));
    }

    /** What it does now. */
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
