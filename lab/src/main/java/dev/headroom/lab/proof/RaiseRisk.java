package dev.headroom.lab.proof;

import dev.headroom.core.bounds.HoldAndWait;
import dev.headroom.core.bounds.MutualExclusion;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.proof.HeapRoom;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.HotSpotCounters;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.Descriptors;
import dev.headroom.probe.os.process.MemoryLeft;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * What a raise could break for good in somebody else's JVM, as far as it showed before anything was raised.
 *
 * @param seen there
 * @param heap empty where nothing is known of it
 * @param left asked with each question: what else is in the container may have taken it meanwhile
 */
public record RaiseRisk(Observation seen, Optional<HeapRoom> heap, Supplier<Left> left) {

    /**
     * What the kernel still grants.
     *
     * @param heap bytes to which its heap can come in the memory of its container or machine; empty where nobody tells
     * @param files that it may still open; empty where nobody tells
     */
    public record Left(OptionalLong heap, OptionalLong files) {

        static Left to(ProcessId process) {
            OptionalLong reserved = LinuxProcess.of(process.pid())
                    .map(HotSpotCounters::of)
                    .map(HotSpotCounters::committed)
                    .orElse(OptionalLong.empty());
            return new Left(
                    MemoryLeft.reach(process.pid(), reserved),
                    Descriptors.of(process.pid()).stream()
                            .mapToLong(Descriptors::free)
                            .findFirst());
        }
    }

    /** As it is now. */
    public static RaiseRisk of(Observation seen, ProcessId process) {
        return new RaiseRisk(
                seen,
                LinuxProcess.of(process.pid())
                        .map(HotSpotCounters::of)
                        .flatMap(HotSpotCounters::oldGeneration)
                        .map(old -> new HeapRoom(old.used(), old.most(), old.shared())),
                () -> Left.to(process));
    }

    /** As many times as many as its heap has room for, whatever they hold. */
    public double most() {
        OptionalLong reach = left.get().heap();
        return heap.map(room -> inMemory(room, reach)).map(HeapRoom::most).orElse(Double.POSITIVE_INFINITY);
    }

    /** Why that is not done, for the reader; empty where nothing is known against it. */
    public Optional<String> against(Move move) {
        if (move.subject() != Subject.CAPACITY || !move.up()) {
            return Optional.empty();
        }
        Left now = left.get();
        return MutualExclusion.in(move, seen)
                .or(() -> HoldAndWait.in(move, seen))
                .or(() -> heap.flatMap(room -> room.lacks(move)))
                .or(() -> heap.flatMap(room -> inMemory(room, now.heap()).lacks(move))
                        .map(why -> "its container or machine has no memory for the heap that it may take: " + why))
                .or(() -> lacks(now.files(), move));
    }

    /** @throws ProbeException where something is known against it */
    static void require(Optional<RaiseRisk> risk, Move move) throws ProbeException {
        Optional<String> why = risk.flatMap(its -> its.against(move));
        if (why.isPresent()) {
            throw new ProbeException(why.get());
        }
    }

    private static HeapRoom inMemory(HeapRoom room, OptionalLong reach) {
        return reach.isPresent() ? room.within(reach.getAsLong()) : room;
    }

    private Optional<String> lacks(OptionalLong files, Move move) {
        double more = move.settings().stream()
                .filter(part -> seen.station(part.target())
                        .filter(one -> one.kind() == StationKind.CONNECTION_POOL)
                        .isPresent())
                .mapToDouble(part -> part.to() - part.from())
                .sum();
        return files.stream()
                .filter(free -> more > free)
                .mapToObj(free -> "the JVM may open %d files more, and each of %.0f connections more is one"
                        .formatted(free, more))
                .findFirst();
    }
}
