package dev.headroom.lab;

import dev.headroom.core.conservation.BoundedObjects;
import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.conservation.HeapEvidence;
import dev.headroom.core.conservation.LiveObjects;
import dev.headroom.core.conservation.RequestsInHeap;
import dev.headroom.core.conservation.SteadyPopulation;
import dev.headroom.core.conservation.WaiterCounts;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.lab.running.RunningHeap;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress.Phase;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.ClassHistogram;
import dev.headroom.probe.heap.HeapFolder;
import dev.headroom.probe.heap.HeapReader;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.requests.Clients;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the objects of a service whose limit shows no capacity, and looks among them for one that bounds: with nobody in it, with one user, and under load. After all
 * that is measured; for each count and each dump the JVM stops.
 */
final class AskHeap {

    private static final int QUIET = 10;
    private static final int LOADED = 4;

    /** Five dumps of it are some 1.3 GB for a moment, and read in seconds. */
    private static final long LARGEST_HEAP = 256L << 20;

    /** Classes of those that may wait, that are looked at. */
    private static final int MOST_CLASSES = 60;

    /** Between two counts under load: requests that the stop has kept go on. */
    private static final Duration APART = Duration.ofMillis(400);

    private static final Duration LEAST_APART = Duration.ofMillis(50);

    /** Until a load has settled, in its own response times: each user has waited once, and again. */
    private static final int SETTLED = 3;

    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(10);

    /**
     * A heap under load, and what is read of it while others come to wait.
     *
     * @param objects by class
     * @param requests empty where the kernel does not tell which are in flight
     */
    private record Heap(Path dump, Map<String, Long> objects, Optional<RequestsInHeap> requests) {}

    private final Loading loading;
    private final ProcessId process;
    private final Load.Closed load;
    private final double atWork;

    /** @param atWork X R0 */
    AskHeap(Loading loading, ProcessId process, Load.Closed load, double atWork) {
        this.loading = loading;
        this.process = process;
        this.load = load;
        this.atWork = atWork;
    }

    /**
     * Empty where the load broke off, or the JVM would not be asked.
     *
     * @param response seconds of a response under load
     */
    Optional<HeapEvidence> ask(double response) throws InterruptedException {
        Duration settled = Times.ofSeconds(
                Math.min(Times.seconds(LONGEST_SETTLING), Math.max(Times.seconds(APART), SETTLED * response)));
        Duration untilOthersWait =
                Times.ofSeconds(Math.clamp(response, Times.seconds(APART), Times.seconds(RunningHeap.APART)));
        try (HeapFolder folder = HeapFolder.create()) {
            Thread.sleep(settled); // who was given up when the last load ended is still in it
            ClassHistogram idle = ClassHistogram.of(process);
            Optional<Path> empty = idle.bytes() <= LARGEST_HEAP ? dump(folder, 0) : Optional.empty();
            List<Map<String, Long>> alone = new ArrayList<>();
            try (RunningLoad running = loading.start(closed(1))) {
                loading.pause(running, APART, Phase.LOAD);
                count(running, QUIET, alone, () -> anywhere(response));
            }
            List<Map<String, Long>> loaded = new ArrayList<>();
            List<Heap> heaps = new ArrayList<>();
            try (RunningLoad running = loading.start(closed(load.users()))) {
                loading.pause(running, settled, Phase.LOAD);
                count(running, LOADED, loaded, () -> APART);
                boolean goesOn = empty.isPresent();
                while (goesOn && areMoreWanted(heaps)) {
                    Optional<Heap> heap = heap(folder, heaps.size() + 1);
                    heap.ifPresent(heaps::add);
                    goesOn = heap.isPresent() && loading.pause(running, untilOthersWait, Phase.LOAD);
                }
            }
            LiveObjects objects = new LiveObjects(List.of(idle.objects()), alone, loaded);
            return Optional.of(
                    heaps.size() < RunningHeap.DUMPS
                            ? HeapEvidence.of(objects)
                            : read(empty.orElseThrow(), heaps, objects));
        } catch (ProbeException | ServiceException e) {
            return Optional.empty();
        }
    }

    private Load closed(int users) {
        return load.aborted(Optional.empty())
                .with(users, Duration.ZERO, new Until.Elapsed(Duration.ofMinutes(1)))
                .withoutWarmUp();
    }

    private void count(RunningLoad running, int times, List<Map<String, Long>> counts, Supplier<Duration> apart)
            throws InterruptedException, ServiceException, ProbeException {
        for (int i = 0; i < times; i++) {
            counts.add(ClassHistogram.of(process).objects());
            loading.pause(running, apart.get(), Phase.LOAD);
        }
    }

    /** Between two counts with one user: somewhere else in the course of a request that waits for no one. */
    private Duration anywhere(double response) {
        double alone = Math.clamp(response * atWork / load.users(), Times.seconds(LEAST_APART), Times.seconds(APART));
        return Times.ofSeconds(alone * (0.5 + Math.random()));
    }

    /** Empty where it cannot, as on a full disk: the counts say something without it. */
    private Optional<Path> dump(HeapFolder folder, int number) {
        try {
            return Optional.of(folder.dump(process, Integer.toString(number)));
        } catch (ProbeException e) {
            return Optional.empty();
        }
    }

    /** Empty as well where it has too many objects to be read. */
    private Optional<Heap> heap(HeapFolder folder, int number) {
        Optional<Clients> clients = connected();
        return dump(folder, number).flatMap(dump -> {
            try {
                return Optional.of(HeapReader.read(
                        dump,
                        heap -> new Heap(
                                dump,
                                heap.objects(),
                                clients.map(then -> heap.requests(
                                        then.connected(), then.inFlight(), RunningHeap.least(load.users()))))));
            } catch (ProbeException e) {
                return Optional.empty();
            }
        });
    }

    private static boolean areMoreWanted(List<Heap> heaps) {
        return heaps.size() < RunningHeap.DUMPS
                || heaps.size() < RunningHeap.MOST_DUMPS
                        && waiters(heaps).filter(WaiterCounts::wouldTellMore).isPresent();
    }

    /** Empty where not each tells. */
    private static Optional<WaiterCounts> waiters(List<Heap> heaps) {
        List<RequestsInHeap> requests =
                heaps.stream().flatMap(heap -> heap.requests().stream()).toList();
        return requests.size() == heaps.size() ? Optional.of(new WaiterCounts(requests)) : Optional.empty();
    }

    private Optional<Clients> connected() {
        try {
            return Optional.of(Clients.of(process.pid()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @param empty dump with nobody in the service */
    private HeapEvidence read(Path empty, List<Heap> heaps, LiveObjects objects) {
        List<String> waiters = Stream.of(objects.waiting(load.users(), atWork), objects.grown(load.users(), atWork))
                .flatMap(Set::stream)
                .distinct()
                .toList();
        try {
            List<Map<String, Long>> counts = Stream.concat(
                            objects.loaded().stream(), heaps.stream().map(Heap::objects))
                    .toList();
            LiveObjects all = new LiveObjects(objects.idle(), objects.alone(), counts);
            Optional<SteadyPopulation> steady = SteadyPopulation.of(all, load.users(), atWork);
            List<List<Near>> loaded = new ArrayList<>();
            for (Heap loadedHeap : heaps) {
                loaded.add(HeapReader.read(
                        loadedHeap.dump(),
                        heap -> Stream.concat(
                                        near(heap, waiters, LiveObjects.leastWaiting(load.users(), atWork)),
                                        steady.stream().flatMap(one -> near(heap, one.types(), one.past())))
                                .toList()));
            }
            Set<String> near =
                    loaded.stream().flatMap(List::stream).map(Near::type).collect(Collectors.toSet());
            Map<String, List<Map<String, Long>>> idle = HeapReader.read(
                    empty, heap -> near.stream().collect(Collectors.toMap(type -> type, heap::numbers)));
            return new HeapEvidence(all, Optional.of(new BoundedObjects(loaded, idle)), waiters(heaps));
        } catch (ProbeException e) {
            return HeapEvidence.of(objects);
        }
    }

    private static Stream<Near> near(HeapReader heap, List<String> types, int least) {
        return types.stream().limit(MOST_CLASSES).flatMap(type -> heap.near(type, least).stream());
    }
}
