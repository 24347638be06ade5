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
        Duration others = Times.ofSeconds(
                Math.clamp(response, Times.seconds(APART), Times.seconds(RunningHeap.APART))); // wait then
        try (HeapFolder folder = HeapFolder.create()) {
            Thread.sleep(settled); // who was given up when the last load ended is still in it
            ClassHistogram idle = ClassHistogram.of(process);
            List<Path> dumps = new ArrayList<>();
            List<RequestsInHeap> requests = new ArrayList<>();
            boolean dumped = idle.bytes() <= LARGEST_HEAP && dump(folder, dumps);
            List<Map<String, Long>> alone = new ArrayList<>();
            try (RunningLoad running = loading.start(closed(1))) {
                loading.pause(running, APART, Phase.LOAD);
                count(running, QUIET, alone, () -> anywhere(response));
            }
            List<Map<String, Long>> loaded = new ArrayList<>();
            try (RunningLoad running = loading.start(closed(load.users()))) {
                loading.pause(running, settled, Phase.LOAD);
                count(running, LOADED, loaded, () -> APART);
                for (int i = 0;
                        dumped && (i < RunningHeap.DUMPS || i < RunningHeap.MOST_DUMPS && wouldTellMore(requests));
                        i++) {
                    Optional<Clients> clients = connected();
                    boolean more = dump(folder, dumps);
                    dumped = more || i >= RunningHeap.DUMPS; // those that there are tell without it
                    boolean read = more && (clients.isEmpty() || read(dumps.getLast(), clients.get(), requests));
                    if (!read || !loading.pause(running, others, Phase.LOAD)) {
                        break; // or nobody is in it any more
                    }
                }
            }
            LiveObjects objects = new LiveObjects(List.of(idle.objects()), alone, loaded);
            return Optional.of(dumped ? read(dumps, requests, objects) : HeapEvidence.of(objects));
        } catch (ProbeException | ServiceException e) {
            return Optional.empty();
        }
    }

    private Load.Closed closed(int users) {
        return new Load.Closed(
                users,
                Duration.ZERO,
                Duration.ZERO,
                new Until.Elapsed(Duration.ofMinutes(1)),
                load.transport(),
                Optional.empty());
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

    /** Whether it could: where a disk is full, the counts say something without it. */
    private boolean dump(HeapFolder folder, List<Path> dumps) {
        try {
            return dumps.add(folder.dump(process, Integer.toString(dumps.size())));
        } catch (ProbeException e) {
            return false;
        }
    }

    private Optional<Clients> connected() {
        try {
            return Optional.of(Clients.of(process.pid()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether it could be read: where it has too many objects, the counts say something without it. */
    private boolean read(Path dump, Clients then, List<RequestsInHeap> requests) {
        try {
            return requests.add(HeapReader.read(
                    dump, heap -> heap.requests(then.connected(), then.inFlight(), RunningHeap.least(load.users()))));
        } catch (ProbeException e) {
            return false;
        }
    }

    private static boolean wouldTellMore(List<RequestsInHeap> requests) {
        return !requests.isEmpty() && new WaiterCounts(requests).wouldTellMore();
    }

    /**
     * @param dumps the first with nobody, the others under load
     * @param requests in each of the latter, where the kernel tells
     */
    private HeapEvidence read(List<Path> dumps, List<RequestsInHeap> requests, LiveObjects objects) {
        List<Path> underLoad = dumps.subList(1, dumps.size());
        List<String> waiters = Stream.of(objects.waiting(load.users(), atWork), objects.grown(load.users(), atWork))
                .flatMap(Set::stream)
                .distinct()
                .toList();
        try {
            List<Map<String, Long>> counts = new ArrayList<>(objects.loaded());
            for (Path dump : underLoad) {
                counts.add(HeapReader.read(dump, HeapReader::objects));
            }
            LiveObjects all = new LiveObjects(objects.idle(), objects.alone(), counts);
            Optional<SteadyPopulation> steady = SteadyPopulation.of(all, load.users(), atWork);
            List<List<Near>> loaded = new ArrayList<>();
            for (Path dump : underLoad) {
                loaded.add(HeapReader.read(
                        dump,
                        heap -> Stream.concat(
                                        near(heap, waiters, LiveObjects.leastWaiting(load.users(), atWork)),
                                        steady.stream().flatMap(one -> near(heap, one.types(), one.past())))
                                .toList()));
            }
            Set<String> near =
                    loaded.stream().flatMap(List::stream).map(Near::type).collect(Collectors.toSet());
            Map<String, List<Map<String, Long>>> idle = HeapReader.read(
                    dumps.getFirst(), heap -> near.stream().collect(Collectors.toMap(type -> type, heap::numbers)));
            return new HeapEvidence(
                    all,
                    Optional.of(new BoundedObjects(loaded, idle)),
                    Optional.of(requests)
                            .filter(heaps -> heaps.size() == underLoad.size())
                            .map(WaiterCounts::new));
        } catch (ProbeException e) {
            return HeapEvidence.of(objects);
        }
    }

    private static Stream<Near> near(HeapReader heap, List<String> types, int least) {
        return types.stream().limit(MOST_CLASSES).flatMap(type -> heap.near(type, least).stream());
    }
}
