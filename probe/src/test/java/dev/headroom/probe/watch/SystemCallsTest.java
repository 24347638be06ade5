package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import dev.headroom.probe.threads.Interner;
import dev.headroom.probe.threads.JsonDump;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SystemCallsTest {

    private static final Instant BEGIN = Instant.EPOCH;
    private static final Stack WRITES =
            Stacks.of(Thread.State.RUNNABLE, "java.io.FileOutputStream.writeBytes", "a.B.c");
    private static final Stack COMPUTES = Stacks.of(Thread.State.RUNNABLE, "a.B.c");

    /** Its line is told, as of threads that stand. */
    private static final Stack NATIVE = Stacks.of(Thread.State.RUNNABLE, "org.library.Store.begin", "a.B.write:29");

    /** What 6 threads that write and 2 that compute do, where the process uses so many cores. */
    private static Map<Activity, Double> activities(double cores, OptionalDouble delay) {
        return activities(WRITES, cores, delay);
    }

    private static Map<Activity, Double> activities(Stack calling, double cores, OptionalDouble delay) {
        List<Snapshot> looks =
                IntStream.range(0, 5).mapToObj(second -> look(calling, second)).toList();
        Processor processor = new Processor(8, 8, cores, cores, OptionalDouble.of(0), delay, OptionalDouble.of(0));
        Window window = new Window(BEGIN, Duration.ofSeconds(4));
        return Track.all(List.of("own"), SystemCalls.apart(looks, window, processor), window)
                .getFirst()
                .activities();
    }

    private static Snapshot look(Stack calling, int second) {
        return Snapshots.of(
                BEGIN.plusSeconds(second), List.of(Snapshots.full("own", 8, Map.of(calling, 6.0, COMPUTES, 2.0))));
    }

    @Test
    void whoIsInACallAndCannotAllRunWaits() {
        Map<Activity, Double> seen = activities(2.5, OptionalDouble.of(0.2));
        assertThat(seen.get(Activity.RUNNING)).isCloseTo(3, within(1e-9));
        assertThat(seen.get(Activity.AWAITING_DOWNSTREAM)).isCloseTo(5, within(1e-9));
    }

    @Test
    void whoIsInNativeCodeAndCannotAllRunWaits() {
        Map<Activity, Double> seen = activities(NATIVE, 2.5, OptionalDouble.of(0.2));
        assertThat(seen.get(Activity.RUNNING)).isCloseTo(3, within(1e-9));
        assertThat(seen.get(Activity.AWAITING_OTHER)).isCloseTo(5, within(1e-9));
    }

    @Test
    void whoIsInNoCallRunsWhateverIsAccounted() {
        assertThat(activities(0.1, OptionalDouble.of(0)).get(Activity.RUNNING)).isCloseTo(2, within(1e-9));
    }

    /** As JDK 24 shows those that wait for a monitor. */
    private static Map<Activity, Double> ofVirtualThreads(String state, double cores, double machine)
            throws IOException {
        return ofDumps(state, cores, machine, 63, 63, 63, 63, 63);
    }

    /** @param virtual threads in each dump, of which every second look makes one anew */
    private static Map<Activity, Double> ofDumps(String state, double cores, double machine, int... virtual)
            throws IOException {
        List<Snapshot> looks = new ArrayList<>();
        for (int threads : virtual) {
            for (Snapshot.Virtual how : List.of(Snapshot.Virtual.IN_TURN, Snapshot.Virtual.AS_BEFORE)) {
                looks.add(Snapshots.of(
                        BEGIN.plusSeconds(looks.size()),
                        List.of(Snapshots.workers(StationKind.VIRTUAL_THREADS, stacks(state, threads))),
                        how,
                        Optional.empty()));
            }
        }
        Processor processor =
                new Processor(8, 8, cores, machine, OptionalDouble.of(0), OptionalDouble.of(0), OptionalDouble.of(0));
        Window window = new Window(BEGIN, Duration.ofSeconds(looks.size() - 1));
        Track track = Track.all(List.of("workers"), SystemCalls.apart(looks, window, processor), window)
                .getFirst();
        assertThat(track.stacks().keySet())
                .allSatisfy(stack -> assertThat(Application.site(stack))
                        .isEqualTo(state.isEmpty() ? "shop.Orders.book:12" : "shop.Orders.book"));
        return track.activities();
    }

    private static Map<Stack, Double> stacks(String state, int threads) throws IOException {
        String thread = "{\"tid\": \"%d\", \"virtual\": true, \"name\": \"\", " + state
                + "\"stack\": [\"shop.Orders.book(Orders.java:12)\", \"java.base/java.lang.VirtualThread.run(VirtualThread.java:309)\"]}";
        String dump = IntStream.range(0, threads)
                .mapToObj(i -> thread.formatted(i))
                .collect(Collectors.joining(",", "{\"threadDump\": {\"threadContainers\": [{\"threads\": [", "]}]}}"));
        return JsonDump.virtualThreads(
                        new ByteArrayInputStream(dump.getBytes(StandardCharsets.UTF_8)), id -> false, new Interner())
                .values()
                .iterator()
                .next();
    }

    @Test
    void virtualThreadsWithoutAStateThatCannotAllRunStandAtTheirLine() throws Exception {
        Map<Activity, Double> seen = ofVirtualThreads("", 0.1, 0.2);
        assertThat(seen.get(Activity.RUNNING)).isCloseTo(0.1, within(1e-9));
        assertThat(seen.get(Activity.AWAITING_OTHER)).isCloseTo(62.9, within(1e-9));
    }

    @Test
    void virtualThreadsThatAreRunnableOrHaveAFullProcessorAreReady() throws Exception {
        assertThat(ofVirtualThreads("\"state\": \"RUNNABLE\", ", 0.1, 0.2)).containsOnlyKeys(Activity.RUNNING);
        assertThat(ofVirtualThreads("", 7.5, 7.9)).containsOnlyKeys(Activity.RUNNING);
    }

    /** Four cores are used, and at four moments they were nearly five: by chance. */
    @Test
    void aFewDumpsWithMoreThreadsThanRunOnAverageAreChance() throws Exception {
        assertThat(ofDumps("", 4, 4, 6, 4, 4, 5)).containsOnlyKeys(Activity.RUNNING);
        assertThat(ofDumps("", 4, 4, 5, 5, 5, 5)).containsOnlyKeys(Activity.RUNNING);
        assertThat(ofDumps("", 4, 4, 9, 9)).containsOnlyKeys(Activity.RUNNING);
        assertThat(ofDumps("", 0.3, 0.5, 1000).get(Activity.AWAITING_OTHER)).isCloseTo(999.7, within(1.0));
        assertThat(ofDumps("", 1, 1, 5, 6, 7, 6).get(Activity.AWAITING_OTHER)).isCloseTo(5, within(0.1));
    }

    @Test
    void allRunWhereTheKernelAccountsForThemOrNobodyDoes() {
        assertThat(activities(4, OptionalDouble.of(0.9))).containsOnlyKeys(Activity.RUNNING);
        assertThat(activities(0, OptionalDouble.empty())).containsOnlyKeys(Activity.RUNNING);
    }
}
