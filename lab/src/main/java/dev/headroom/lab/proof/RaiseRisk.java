package dev.headroom.lab.proof;

import dev.headroom.core.bounds.HoldAndWait;
import dev.headroom.core.bounds.MutualExclusion;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.proof.HeapRoom;
import dev.headroom.probe.jvm.HotSpotCounters;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import java.util.Optional;

/**
 * What a raise could break for good in somebody else's JVM, as far as it showed before anything was raised.
 *
 * @param seen there
 * @param heap empty where nothing is known of it
 */
public record RaiseRisk(Observation seen, Optional<HeapRoom> heap) {

    /** As it is now. */
    public static RaiseRisk of(Observation seen, ProcessId process) {
        return new RaiseRisk(
                seen,
                LinuxProcess.of(process.pid())
                        .map(HotSpotCounters::of)
                        .flatMap(HotSpotCounters::oldGeneration)
                        .map(old -> new HeapRoom(old.used(), old.most(), old.shared())));
    }

    /** As many times as many as its heap has room for, whatever they hold. */
    public double most() {
        return heap.map(HeapRoom::most).orElse(Double.POSITIVE_INFINITY);
    }

    /** Why that is not done, for the reader; empty where nothing is known against it. */
    public Optional<String> against(Move move) {
        if (move.subject() != Subject.CAPACITY || !move.up()) {
            return Optional.empty();
        }
        return MutualExclusion.in(move, seen)
                .or(() -> HoldAndWait.in(move, seen))
                .or(() -> heap.flatMap(room -> room.lacks(move)));
    }
}
