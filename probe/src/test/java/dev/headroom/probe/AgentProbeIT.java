package dev.headroom.probe;

import static dev.headroom.core.model.observation.Activity.AWAITING_DOWNSTREAM;
import static dev.headroom.core.model.observation.Activity.AWAITING_POOL;
import static dev.headroom.core.model.observation.Activity.RUNNING;
import static dev.headroom.core.model.observation.Activity.SLEEPING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.VirtualMachine;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Pipelined;
import dev.headroom.probe.target.Trouble;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the probe measures, held against what the watched program is known to do. */
@Tag("alone")
class AgentProbeIT extends Started {

    private static final double HOLDING = 0.1;
    private static final int ENOUGH = 12;

    @Test
    void theCommonPoolIsMeasuredAndTheCallersWaitForIt() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            start(Jvms.current(), probe.launchArguments(), "common", "socket", "100", "10");
            Observation seen = watch(probe, Duration.ofSeconds(4));

            Station common = pool(seen, "common-pool");
            assertThat(common.kind()).isEqualTo(StationKind.FORK_JOIN);
            assertThat(common.maximum()).hasValue(3);
            assertThat(common.active()).isCloseTo(3, within(0.2));
            assertThat(common.queued()).as("10 callers, 3 of them served").isCloseTo(7, within(0.5));
            assertThat(common.saturatedShare()).isGreaterThan(0.9);
            assertHolds(common.holdingByCompletions().orElseThrow());
            assertHolds(common.holdingByClock().orElseThrow());
            assertThat(common.waits().getFirst().evidence())
                    .as("it asks itself, which is no downstream")
                    .contains("the JVM itself listens at 127.0.0.1:");
            assertThat(common.activities().get(AWAITING_DOWNSTREAM)).isGreaterThan(2.5);

            Station entry = pool(seen, "entry");
            assertThat(entry.maximum()).hasValue(10);
            assertThat(entry.waits().getFirst().activity()).isEqualTo(AWAITING_POOL);
            assertThat(entry.waits().getFirst().target()).isEqualTo("common-pool");
            assertThat(entry.waits().getFirst().evidence()).contains("lambda$askForever$");
            assertThat(seen.calls())
                    .as("the server in the same JVM may once be slow to read, too")
                    .filteredOn(call -> call.concurrency() > 0.1)
                    .singleElement()
                    .satisfies(call -> assertReadsOf(common, call));
            assertThat(seen.probe().share()).isLessThan(0.05);
        }
    }

    @Test
    @Tag("nightly")
    void aTaskOfTomcatsIsARequestAlsoWhereAWorkerGoesOnWithTheNextOfItsConnection() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            List<String> jvm = new ArrayList<>(probe.launchArguments());
            jvm.addAll(List.of("-cp", Jvms.classPath("tomcat")));
            started.add(Jvms.start(Pipelined.class, Jvms.current(), jvm, "100"));
            Observation seen = watch(probe, Duration.ofSeconds(4));

            Station tomcat = seen.pools().stream()
                    .filter(pool -> pool.kind() == StationKind.SERVLET_WORKERS)
                    .findFirst()
                    .orElseThrow();
            assertThat(tomcat.maximum()).hasValue(2);
            assertThat(tomcat.active()).isCloseTo(2, within(0.2));
            assertThat(seen.resources())
                    .filteredOn(resource -> resource.type().equals("tomcat-connections"))
                    .singleElement()
                    .satisfies(resource -> assertThat(resource.name()).matches("connections of port \\d+"));
            assertHolds(tomcat.holdingByCompletions().orElseThrow());
            assertHolds(tomcat.holdingByClock().orElseThrow());
        }
    }

    @Test
    @Tag("nightly")
    void tomcatTellsWhichOfItsAnswersAreErrors() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            List<String> jvm = new ArrayList<>(probe.launchArguments());
            jvm.addAll(List.of("-cp", Jvms.classPath("tomcat")));
            started.add(Jvms.start(Pipelined.class, Jvms.current(), jvm, "100", "404"));
            Observation seen = watch(probe, Duration.ofSeconds(2));

            Requests requests = probe.requests(seen.window()).orElseThrow();
            assertThat(requests.completed().orElseThrow().value()).isPositive();
            assertThat(requests.told().failed())
                    .isEqualTo(requests.completed().orElseThrow().value());
        }
    }

    @Test
    @Tag("nightly")
    void anExecutorThatSleepsIsMeasuredByItsSleeps() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            start(Jvms.current(), probe.launchArguments(), "executor", "sleep", "100", "3");
            Observation seen = watch(probe, Duration.ofSeconds(3));

            Station pool = pool(seen, "pool-1");
            assertThat(pool.kind()).isEqualTo(StationKind.EXECUTOR);
            assertThat(pool.maximum()).hasValue(4);
            assertThat(pool.saturatedShare())
                    .as("3 callers cannot fill 4 workers")
                    .isLessThan(
                            0.2); // but for one that has told its caller, and was preempted before it said so of itself
            assertThat(pool.activities().get(SLEEPING)).isBetween(2.0, 3.1);
            assertThat(pool.waitsBegun().orElseThrow() / pool.completed().orElseThrow())
                    .as("a task sleeps once, and its worker may wait for the next one")
                    .isBetween(0.9, 2.2);
            assertHolds(pool.holdingByCompletions().orElseThrow());
            assertHolds(pool.holdingByClock().orElseThrow());
        }
    }

    @Test
    @Tag("nightly")
    void virtualThreadsAreCountedClassifiedAndTimed() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            start(Jvms.current(), probe.launchArguments(), "virtual", "socket", "100", "80");
            Observation seen = watch(probe, Duration.ofSeconds(4), ENOUGH, sample -> sample.virtualThreads() > 60);

            Station virtual = pool(seen, "virtual-threads");
            assertThat(virtual.kind()).isEqualTo(StationKind.VIRTUAL_THREADS);
            assertThat(virtual.maximum()).isEmpty();
            assertThat(virtual.workers()).as("one for each caller").isCloseTo(80, within(12.0));
            assertThat(virtual.activities().get(AWAITING_DOWNSTREAM)).isGreaterThan(60);
            assertThat(virtual.holdingByClock().orElseThrow().value()).isGreaterThanOrEqualTo(HOLDING * 0.98);
        }
    }

    @Test
    @Tag("nightly")
    void anExecutorThatIsGivenVirtualThreadsIsAPoolLikeOthers() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            start(Jvms.current(), probe.launchArguments(), "virtual-workers", "socket", "100", "10");
            Observation seen = watch(probe, Duration.ofSeconds(4));

            Station pool = pool(seen, "virtual-pool-1");
            assertThat(pool.kind()).isEqualTo(StationKind.EXECUTOR);
            assertThat(pool.maximum()).hasValue(4);
            assertThat(pool.queued()).as("10 callers, 4 of them served").isCloseTo(6, within(1.0));
            assertThat(pool.activities().get(AWAITING_DOWNSTREAM)).isBetween(3.0, 4.1);
            assertHolds(pool.holdingByCompletions().orElseThrow());
            assertThat(seen.pools().stream()
                            .filter(one -> one.name().equals("virtual-threads"))
                            .mapToDouble(Station::workers)
                            .sum())
                    .as("but for one that was met before its executor, none is counted elsewhere")
                    .isLessThan(0.5);
            assertThat(seen.series())
                    .as("the JDK's pollers are virtual threads as well")
                    .allMatch(sample -> sample.virtualThreads() <= 4);
        }
    }

    @Test
    @Tag("nightly")
    void aServiceThatComputesShowsInCoresAndInTheWaitForThem() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self")), "reads /proc");
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            started(Jvms.start(Trouble.class, Jvms.current(), probe.launchArguments(), "spin"));
            // where all cores are taken the agent looks seldom, to keep to its budget
            Observation seen = watch(probe, Duration.ofSeconds(4), 3);
            assertThat(pool(seen, "pool-1").activities().get(RUNNING)).isCloseTo(8, within(0.5));
            assertThat(seen.processor().service())
                    .isGreaterThan(0.05 * seen.processor().available());
            assertThat(seen.processor().machine())
                    .isGreaterThanOrEqualTo(0.9 * seen.processor().service());
            assertThat(seen.processor().runQueueDelay()).isPresent();
            if (seen.processor().available() <= 4) {
                assertThat(seen.processor().runQueueDelay().getAsDouble())
                        .as("8 threads on at most 4 cores wait at least as long as they run")
                        .isGreaterThan(0.8);
            }
            assertThat(seen.hangs()).isEmpty();
        }
    }

    /** Each task is one read; what a busy machine takes to connect is no part of it. */
    private static void assertReadsOf(Station workers, Observation.Call call) {
        assertHolds(call.holdingTime());
        assertThat(call.concurrency())
                .isBetween(workers.active() / 2, workers.maximum().orElseThrow() + 0.3);
        assertThat(call.rate().perSecond())
                .isCloseTo(
                        workers.active()
                                / workers.holdingByCompletions().orElseThrow().value(),
                        withinPercentage(20));
    }

    @Test
    @Tag("nightly")
    void ofSeveralJvmsWithTheAgentTheOneThatIsMeantIsWatched() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            start(Jvms.current(), probe.launchArguments(), "executor", "sleep", "100", "3");
            Process meant = start(Jvms.current(), probe.launchArguments(), "common", "socket", "100", "10");
            probe.watching(ProcessId.now(meant.pid()));
            Observation seen = watch(probe, Duration.ofSeconds(1));

            assertThat(seen.jvm().pid()).isEqualTo(meant.pid());
            assertThat(pool(seen, "common-pool").maximum()).hasValue(3);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#every")
    @Tag("nightly")
    void aRunningJvmIsAttachedToAndLeftAsItWas(Path home) throws Exception {
        Process target = start(home, List.of(), "common", "socket", "100", "10");
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn)) {
            Observation seen = watch(probe, Duration.ofSeconds(4));
            Station common = pool(seen, "common-pool");
            assertThat(common.maximum()).hasValue(3);
            assertThat(common.queued()).isCloseTo(7, within(0.5));
            assertHolds(common.holdingByCompletions().orElseThrow());
            assertHolds(common.holdingByClock().orElseThrow());
            assertThat(pool(seen, "entry").waits().getFirst().target()).isEqualTo("common-pool");
        }
        assertThat(target.isAlive()).isTrue();
        VirtualMachine machine = VirtualMachine.attach(Long.toString(target.pid()));
        try {
            Waiting.until(() -> !jcmd(target.pid(), "Thread.print").contains("headroom-"));
        } finally {
            machine.detach();
        }
    }

    static String jcmd(long pid, String command) throws Exception {
        Process jcmd = new ProcessBuilder(Jvms.current().resolve("bin/jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String printed = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcmd.waitFor()).isZero();
        return printed;
    }

    /** Watches for {@code length}, and on until enough was seen to speak of: a busy machine allows fewer looks. */
    static Observation watch(Probe probe, Duration length) throws Exception {
        return watch(probe, length, ENOUGH);
    }

    static Observation watch(Probe probe, Duration length, int enough) throws Exception {
        return watch(probe, length, enough, any -> true);
    }

    /** @param begun from when it counts, and a second later: a busy machine needs some until all callers call */
    private static Observation watch(Probe probe, Duration length, int enough, Predicate<Observation.Sample> begun)
            throws Exception {
        Instant loaded = Instant.now();
        probe.start();
        Waiting.until(() -> probe.latest().filter(begun).isPresent());
        Instant counted = Instant.now().plusSeconds(1);
        Set<Duration> looks = new HashSet<>();
        Waiting.until(() -> {
            if (Instant.now().isAfter(counted)) {
                looks.add(probe.latest().orElseThrow().at());
            }
            return looks.size() > enough && Instant.now().isAfter(counted.plus(length));
        });
        return probe.finish(loaded, new Window(counted, Duration.between(counted, Instant.now())));
    }

    static Station pool(Observation seen, String name) {
        return seen.pools().stream()
                .filter(pool -> pool.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " among " + seen.pools()));
    }

    /**
     * Within the error that the measure itself states, and what connecting and scheduling add to the injected delay: a busy machine
     * really does hold a worker longer, but never shorter and not twice as long.
     */
    static void assertHolds(Measure measure) {
        assertThat(measure.error()).as(measure.source()).isLessThan(HOLDING / 4);
        assertThat(measure.value())
                .as(measure.source())
                .isBetween(HOLDING - 2 * measure.error(), HOLDING * 1.9 + 2 * measure.error());
    }
}
