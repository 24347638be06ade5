package dev.headroom.lab.running;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.proof.HeapRoom;
import dev.headroom.core.proof.HoldAndWait;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.HeapUse;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import java.time.Duration;
import java.util.Optional;

/**
 * What a raise could break for good in somebody else's JVM, as far as it shows before.
 *
 * @param found there
 */
public record RaiseRisk(Inspection found, ProcessId process) {

    /** In which what is allocated is counted. */
    private static final Duration COUNTED = Duration.ofSeconds(2);

    /** Why it is not raised, for the reader; empty where nothing is known against it. */
    public Optional<String> of(Move move) throws InterruptedException {
        if (move.subject() != Subject.CAPACITY || !move.up()) {
            return Optional.empty();
        }
        Optional<String> forGood = HoldAndWait.in(move, found.seen());
        return forGood.isPresent() ? forGood : heap(move);
    }

    private Optional<String> heap(Move move) throws InterruptedException {
        Optional<HeapRoom> room = LinuxProcess.of(process.pid())
                .flatMap(LinuxProcess::oldGeneration)
                .map(old -> new HeapRoom(old.used(), old.most()));
        return room.isEmpty() || room.get().isSure(move)
                ? Optional.empty()
                : room.get().lacks(move, request());
    }

    /** Bytes that a request allocates; NaN where the JVM does not say. */
    private double request() throws InterruptedException {
        try {
            return HeapUse.allocatedPerSecond(process, COUNTED)
                    / found.workload().throughput().value();
        } catch (ProbeException e) {
            return Double.NaN;
        }
    }
}
