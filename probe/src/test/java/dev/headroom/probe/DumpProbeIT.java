package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.dump.DumpProbe;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.ThreadClock;
import dev.headroom.probe.target.Holder;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Limits;
import dev.headroom.probe.target.Sleepers;
import dev.headroom.probe.target.Spaces;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@EnabledOnOs(OS.LINUX)
class DumpProbeIT extends Started {

    private static final int ENOUGH = 16;

    private final List<String> before = dumps();

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#homes")
    @Tag("nightly")
    void aPoolWithAQueueBehindASocketIsSaturatedAndItsCallersWaitForIt(Path home) throws Exception {
        Process target = start(home, List.of(), "common", "socket", "100", "10");
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            Observation seen = watch(probe);

            Station common = AgentProbeIT.pool(seen, "common-pool");
            assertThat(common.maximum()).hasValue(3);
            assertThat(common.saturatedShare()).isGreaterThan(0.8);
            assertThat(common.waits().getFirst().evidence())
                    .as("it asks itself, which is no downstream")
                    .contains("the JVM itself listens at");
            assertThat(common.waitsBegun().orElseThrow()
                            * 0.1
                            / common.active()
                            / Times.seconds(seen.window().length()))
                    .as("each reads for 0.1 s, or longer where processors are short: one wait for each, not two")
                    .isBetween(0.5, 1.75);
            Station.Wait wait = AgentProbeIT.pool(seen, "entry").waits().getFirst();
            assertThat(wait.activity()).isEqualTo(Activity.AWAITING_POOL);
            assertThat(wait.target()).isEqualTo("common-pool");
            assertThat(seen.jvm().version()).isNotEmpty();
            assertThat(seen.processor().configured()).isEqualTo(4);
            assertThat(seen.probe().mode()).isEqualTo("dump");
            assertThat(seen.probe().cpu()).isPositive();
            assertThat(seen.probe().share()).isLessThan(0.05);
            assertThat(seen.notes()).anyMatch(note -> note.contains("are estimated"));
        }
        assertThat(target.isAlive()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#homes")
    void aFlightRecordingBesideTellsWhatAClockCanAndEnds(Path home) throws Exception {
        Process target = start(home, List.of(), "common", "socket", "100", "10");
        try (DumpProbe probe = DumpProbe.recorded(ProcessId.now(target.pid()))) {
            Observation seen = watch(probe);

            AgentProbeIT.assertHolds(
                    AgentProbeIT.pool(seen, "common-pool").holdingByClock().orElseThrow());
            assertThat(seen.calls().getFirst().concurrency())
                    .as("of its three workers, since the recording began")
                    .isBetween(1.0, 3.5);
            assertThat(seen.probe().mode()).isEqualTo("jfr");
            assertThat(AgentProbeIT.jcmd(target.pid(), "JFR.check"))
                    .as("should Headroom be killed")
                    .containsPattern("headroom-\\S+ duration=(1m|60s)");
        }
        Waiting.until(() -> AgentProbeIT.jcmd(target.pid(), "JFR.check").contains("No available recordings"));
    }

    @Tag("nightly")
    @Test
    void aRuntimeImageWithoutAFlightRecorderIsWatchedWithoutOne(@TempDir Path folder) throws Exception {
        Path image = folder.resolve("image");
        assertThat(ToolProvider.findFirst("jlink")
                        .orElseThrow()
                        .run(System.out, System.err, "--add-modules", "java.base", "--output", image.toString()))
                .isZero();
        Process target = start(image, List.of(), "common", "socket", "100", "10");
        try (DumpProbe probe = DumpProbe.recorded(ProcessId.now(target.pid()))) {
            Observation seen = watch(probe);

            assertThat(AgentProbeIT.pool(seen, "common-pool").maximum()).hasValue(3);
            assertThat(seen.notes()).anyMatch(note -> note.startsWith("without a flight recording"));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#homes")
    @Tag("nightly")
    void locksAndMonitorsAreToldApartWithThoseWhoHoldAndWantThem(Path home) throws Exception {
        Process target = Jvms.start(Limits.class, home, List.of());
        started.add(target);
        target.getOutputStream().write('\n');
        target.getOutputStream().flush();
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            assertLimits(watchUntilCounted(probe));
        }
    }

    /** What the threads of {@link Limits} hold and want. */
    static void assertLimits(Observation seen) {
        assertHeld(waitedAt(seen, "Limits.one"), StationKind.LOCK, 1, 2, "Limits.one:");
        assertHeld(waitedAt(seen, "Limits.other"), StationKind.LOCK, 1, 3, "Limits.other:");
        assertHeld(waitedAt(seen, "Limits.lock"), StationKind.LOCK, 1, 3, "Limits.lock:");
        assertHeld(waitedAt(seen, "Limits.six"), StationKind.SEMAPHORE, 6, 3, "Limits.six:");
        assertHeld(waitedAt(seen, "Limits.three"), StationKind.SEMAPHORE, 3, 2, "Limits.three:");
        assertHeld(waitedAt(seen, "Limits.objects"), StationKind.UNKNOWN, 5, 3, "Limits.objects:");
        assertThat(waitedAt(seen, "Limits.one").type()).isEqualTo("monitor");
    }

    /** A dump of virtual threads can crash this JDK. */
    @Tag("nightly")
    @Test
    void virtualThreadsAreNotLookedAtWhereThatCanCrashTheJvm() throws Exception {
        assumeTrue(Runtime.version().feature() >= 25, "before, a dump of them is safe");
        Process target = start(Jvms.current(), List.of(), "virtual", "socket", "100", "30");
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            Observation seen = watch(probe);
            assertThat(seen.pools()).noneMatch(pool -> pool.name().equals("virtual-threads"));
            assertThat(seen.notes())
                    .anyMatch(note -> note.contains("can crash the JVM (JDK-8364343)") && note.contains("--agent"));
        }
    }

    @Test
    @Tag("nightly")
    void virtualThreadsAreSeen() throws Exception {
        DumpsOfVirtualThreads.allow();
        Process target = start(Jvms.current(), List.of(), "virtual", "socket", "100", "30");
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            Station virtual = AgentProbeIT.pool(watch(probe), "virtual-threads");
            assertThat(virtual.workers()).isCloseTo(30, within(8.0));
            assertThat(virtual.activities().get(Activity.AWAITING_DOWNSTREAM)).isGreaterThan(15);
        }
        Waiting.until(() -> written().isEmpty());
    }

    @Test
    @Tag("nightly")
    void tooManyVirtualThreadsAreNotSeenWhichIsSaidAndAllThatItCostIsCounted() throws Exception {
        DumpsOfVirtualThreads.allow();
        Process target = started(Jvms.start(Sleepers.class, Jvms.current(), List.of(), "60000"));
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            double before = attachListenerSeconds(target);
            probe.start();
            Instant begin = Instant.now();
            // a busy machine may not come to the bound within the time for it
            Waiting.until(() -> observe(probe, begin).notes().stream()
                    .anyMatch(note -> note.matches("virtual threads are not seen, platform threads alone are: "
                            + ".*(larger than 16 MB|within 10 s).*")));
            assertThat(observe(probe, begin).pools())
                    .noneMatch(pool -> pool.name().equals("virtual-threads"));
            assertThat(written()).as("nothing is written for Headroom").isEmpty();
            assertThat(AgentProbeIT.jcmd(target.pid(), "VM.uptime"))
                    .as("the JVM listens")
                    .contains(" s");
            double used = attachListenerSeconds(target) - before;
            assertThat(Times.seconds(observe(probe, begin).probe().cpu())).isGreaterThan(0.7 * used);
        }
    }

    private static double attachListenerSeconds(Process target) {
        return new ThreadClock(() -> LinuxProcess.of(target.pid()).orElseThrow().threads("Attach Listener"))
                        .nanos()
                        .orElseThrow()
                / 1e9;
    }

    @Tag("nightly")
    @Test
    void virtualThreadsThatWorkForAnExecutorAreItsPool() throws Exception {
        DumpsOfVirtualThreads.allow();
        Process target = start(Jvms.current(), List.of(), "virtual-workers", "socket", "100", "10");
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            Observation seen = watch(probe);
            Station workers = AgentProbeIT.pool(seen, "virtual-workers");
            assertThat(workers.kind()).isEqualTo(StationKind.EXECUTOR);
            assertThat(workers.maximum()).hasValue(4);
            assertThat(workers.saturatedShare()).isGreaterThan(0.8);
            assertThat(AgentProbeIT.pool(seen, "entry").waits().getFirst().target())
                    .isEqualTo("virtual-workers");
            assertThat(seen.pools())
                    .as("the JDK's pollers are virtual threads as well")
                    .noneMatch(pool -> pool.name().equals("virtual-threads"));
        }
    }

    /** For dumps of this test. */
    private List<String> written() {
        return dumps().stream().filter(name -> !before.contains(name)).toList();
    }

    /** Of a process that had our number there may be some as well. */
    private static List<String> dumps() {
        String ours = "headroom-" + ProcessHandle.current().pid() + "-";
        return List.of(Path.of("/tmp").toFile().list((folder, name) -> name.startsWith(ours)));
    }

    @Tag("nightly")
    @Test
    void limitsThatVirtualThreadsWaitForAreSeenAndCounted() throws Exception {
        DumpsOfVirtualThreads.allow();
        Process target = Jvms.start(Limits.class, Jvms.current(), List.of(), "virtual");
        started.add(target);
        target.getOutputStream().write('\n');
        target.getOutputStream().flush();
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            Observation seen = watchUntilCounted(probe);
            assertHeld(waitedAt(seen, "Limits.six"), StationKind.SEMAPHORE, 6, 3, "Limits.six:");
            assertHeld(waitedAt(seen, "Limits.three"), StationKind.SEMAPHORE, 3, 2, "Limits.three:");
            assertHeld(waitedAt(seen, "Limits.objects"), StationKind.UNKNOWN, 5, 3, "Limits.objects:");
        }
    }

    @Tag("nightly")
    @Test
    void aJvmInNamespacesOfItsOwnIsWatchedAsAnyOther() throws Exception {
        assumeTrue(Spaces.allowed(), "this user may not make namespaces");
        DumpsOfVirtualThreads.allow();
        Process unshare = Spaces.start(Holder.class, Jvms.current(), List.of(), "virtual", "socket", "100", "10");
        started.add(unshare);
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(Spaces.pid(unshare)))) {
            Observation seen = watch(probe);
            assertThat(AgentProbeIT.pool(seen, "entry").workers()).isCloseTo(10, within(0.01));
            assertThat(AgentProbeIT.pool(seen, "virtual-threads").workers())
                    .as("10, and those that begin and end while the dump is written")
                    .isGreaterThan(7);
        }
    }

    @Tag("nightly")
    @Test
    void withXrsTheSocketIsUsedThatItOpensItself() throws Exception {
        Process target = start(Jvms.current(), List.of("-Xrs"), "executor", "sleep", "100", "1");
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            probe.start();
            assertThat(probe.latest()).isPresent();
        }
        assertThat(target.isAlive()).isTrue();
    }

    @Test
    void whatCannotBeAttachedToIsLeftAsItIs() throws Exception {
        Process disabled =
                start(Jvms.current(), List.of("-XX:+DisableAttachMechanism"), "executor", "sleep", "100", "1");
        assertThatThrownBy(() -> DumpProbe.attach(ProcessId.now(disabled.pid())))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("-XX:+DisableAttachMechanism");
        Process sleep = new ProcessBuilder("sleep", "60").start();
        started.add(sleep);
        assertThatThrownBy(() -> DumpProbe.attach(ProcessId.now(sleep.pid()))).hasMessageContaining("is not a JVM");
        assertThat(disabled.isAlive()).isTrue();
        assertThat(sleep.isAlive()).isTrue();
    }

    @Test
    @Tag("nightly")
    void aTargetThatDiesIsSaidAndWhatWasSeenOfItIsKept() throws Exception {
        Process target = start(Jvms.current(), List.of(), "common", "socket", "100", "10");
        try (DumpProbe probe = DumpProbe.attach(ProcessId.now(target.pid()))) {
            probe.start();
            Instant begin = Instant.now();
            target.destroyForcibly().waitFor();
            Window window = new Window(begin.minusSeconds(5), Duration.ofSeconds(10));
            Waiting.until(() -> probe.observe(begin, window).notes().stream()
                    .anyMatch(note -> note.contains("no thread dumps any more")));
            assertThat(AgentProbeIT.pool(probe.finish(begin, window), "entry").workers())
                    .isPositive();
        }
    }

    private static void assertHeld(Station resource, StationKind kind, int capacity, double waiting, String line) {
        assertThat(resource.kind()).as(resource.toString()).isEqualTo(kind);
        assertThat(resource.maximum()).as(resource.toString()).hasValue(capacity);
        assertThat(resource.active()).as(resource.toString()).isCloseTo(capacity, within(0.3));
        assertThat(resource.queued()).as(resource.toString()).isCloseTo(waiting, within(1.0));
        assertThat(resource.holders().getFirst().frame()).contains(line);
    }

    private static Station waitedAt(Observation seen, String method) {
        return find(seen, method)
                .orElseThrow(() -> new AssertionError("none waited for at " + method + " among " + seen.resources()));
    }

    private static Optional<Station> find(Observation seen, String method) {
        return seen.resources().stream()
                .filter(resource -> resource.waiters().stream()
                        .anyMatch(site -> site.frame().contains(method + ":")))
                .findFirst();
    }

    /** On a busy machine holders may be on their way in some looks, and dumps of virtual threads few, so that no number of them is constant: a longer window tells. */
    static Observation watchUntilCounted(Probe probe) throws Exception {
        Observation seen = watch(probe);
        for (int longer = 2; longer < 6 && !isCounted(seen); longer++) {
            seen = observe(probe, longer * ENOUGH);
        }
        return seen;
    }

    private static boolean isCounted(Observation seen) {
        return Stream.of("Limits.six", "Limits.three", "Limits.objects")
                .allMatch(method -> find(seen, method)
                        .filter(one -> one.maximum().isPresent())
                        .isPresent());
    }

    /** Until there were enough looks. */
    static Observation watch(Probe probe) throws Exception {
        probe.start();
        return observe(probe, ENOUGH);
    }

    static Observation observe(Probe probe, int enough) throws Exception {
        Instant begin = Instant.now();
        Set<Duration> looks = new HashSet<>();
        Waiting.until(() -> {
            looks.add(probe.latest().orElseThrow().at());
            return looks.size() > enough;
        });
        return observe(probe, begin);
    }

    static Observation observe(Probe probe, Instant begin) throws Exception {
        return probe.observe(begin, new Window(begin, Duration.between(begin, Instant.now())));
    }
}
