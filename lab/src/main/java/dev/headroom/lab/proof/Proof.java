package dev.headroom.lab.proof;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import dev.headroom.probe.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Moves limits while the load goes on, one after the other until one is followed: throughput is measured (A), the limit is moved, and
 * throughput measured again (B); then it is put back (A'), or, where it does not come back under load, moved once more (C). What is named has
 * half of the time where that is ample, for its rivals want some as well.
 */
public final class Proof {

    private final Bench bench;
    private final Probe probe;
    private final long pid;
    private final Load load;
    private final Consumer<Move> told;
    private final Duration budget;
    private final long began = System.nanoTime();

    /**
     * @param pid of the watched service
     * @param load that was counted
     * @param budget for all moves
     * @param told of each move before it begins
     */
    public Proof(Bench bench, Probe probe, long pid, Load load, Duration budget, Consumer<Move> told) {
        this.bench = bench;
        this.probe = probe;
        this.pid = pid;
        this.load = load;
        this.told = told;
        this.budget = budget;
    }

    /** @param response mean seconds of an answer under load, for where one that waits for no one was not measured */
    public List<Intervention> of(List<Move> moves, Diagnosis diagnosis, double response) throws InterruptedException {
        double think = load instanceof Load.Closed closed ? Times.seconds(closed.thinkTime()) : 0;
        double cycle = think
                + diagnosis
                        .account()
                        .unloaded()
                        .or(diagnosis::holdingTime)
                        .map(Measure::value)
                        .orElse(response);
        Measure throughput = diagnosis.throughput();
        List<Intervention> done = new ArrayList<>();
        try (ProofLoad under = new ProofLoad(bench, load, cycle, budget.multipliedBy(2))) {
            for (Move move : moves) {
                double left = Times.seconds(budget) - (System.nanoTime() - began) / 1e9;
                boolean last = done.size() == moves.size() - 1;
                Optional<Timing> timing = Timing.of(cycle, throughput.value(), last ? left : left / 2)
                        .filter(half -> half.isAmple(cycle, throughput.value()))
                        .or(() -> Timing.of(cycle, throughput.value(), left));
                if (timing.isEmpty()) {
                    done.add(new Intervention(move, List.of(), Outcome.BROKEN_OFF, noTime(cycle, left), List.of()));
                    continue;
                }
                told.accept(move);
                Intervention moved = new Attempt(move, throughput, cycle, timing.get()).run(under, probe, pid);
                done.add(moved);
                if (moved.outcome() == Outcome.FOLLOWED) {
                    break;
                }
            }
        }
        return done;
    }

    private static String noTime(double cycle, double left) {
        return "an answer takes " + Numbers.time(cycle) + ": three windows of a whole one do not fit into the "
                + Numbers.time(Math.max(0, left)) + " that are left for the proof";
    }
}
