package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.probe.dump.DumpProbe;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.ThreadClock;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Limits;
import dev.headroom.probe.target.Trouble;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JmxProbeIT extends Started {

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#homes")
    void poolsAreToldByNamesAndStacksAndTheirBoundsEstimated(Path home) throws Exception {
        Process target = start(home, List.of(), "common", "socket", "100", "10");
        try (DumpProbe probe = DumpProbe.overJmx(ProcessId.now(target.pid()))) {
            Observation seen = AgentProbeIT.watch(probe, Duration.ofSeconds(3));

            Station common = AgentProbeIT.pool(seen, "common-pool");
            assertThat(common.maximum()).hasValue(3);
            assertThat(common.saturatedShare()).isGreaterThan(0.8);
            assertThat(common.completed()).isEmpty();
            AgentProbeIT.assertHolds(common.holdingByClock().orElseThrow());
            Station.Wait wait = AgentProbeIT.pool(seen, "entry").waits().getFirst();
            assertThat(wait.activity()).isEqualTo(Activity.AWAITING_POOL);
            assertThat(wait.target()).isEqualTo("common-pool");
            assertThat(seen.notes()).anyMatch(note -> note.contains("are estimated"));
            assertThat(seen.probe().mode()).isEqualTo("jmx");
        }
        assertThat(target.isAlive()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#homes")
    @Tag("nightly")
    void whatThreadsWaitForIsToldByTheObjectAsInADump(Path home) throws Exception {
        Process target = started(Jvms.start(Limits.class, home, List.of()));
        target.getOutputStream().write('\n');
        target.getOutputStream().flush();
        try (DumpProbe probe = DumpProbe.overJmx(ProcessId.now(target.pid()))) {
            DumpProbeIT.assertLimits(DumpProbeIT.watchUntilCounted(probe));
        }
    }

    @Test
    @Tag("nightly")
    void virtualThreadsAreSeenInTheDump() throws Exception {
        DumpsOfVirtualThreads.allow();
        Process target = start(Jvms.current(), List.of(), "virtual", "socket", "100", "30");
        try (DumpProbe probe = DumpProbe.overJmx(ProcessId.now(target.pid()))) {
            Observation seen = AgentProbeIT.watch(probe, Duration.ofSeconds(3));
            Station virtual = AgentProbeIT.pool(seen, "virtual-threads");
            double asked = AgentProbeIT.pool(seen, "entry").activities().getOrDefault(Activity.AWAITING_POOL, 0.0);
            assertThat(asked).as("callers, each of which waits for one").isCloseTo(30, within(15.0));
            assertThat(virtual.workers()).isCloseTo(asked, within(8.0));
            assertThat(virtual.activities().get(Activity.AWAITING_DOWNSTREAM)).isGreaterThan(15);
        }
    }

    @Tag("nightly")
    @Test
    void whatLookingCostsIsCountedOfWhicheverThreadServes() throws Exception {
        DumpsOfVirtualThreads.allow();
        Process target = start(Jvms.current(), List.of(), "virtual", "socket", "100", "30");
        try (DumpProbe probe = DumpProbe.overJmx(ProcessId.now(target.pid()))) {
            double before = servingSeconds(target);
            probe.start();
            Instant begin = Instant.now();
            Waiting.until(() -> DumpProbeIT.observe(probe, begin).probe().samples() > 12);

            // a dump that is under way is counted when it has ended
            Waiting.until(() ->
                    Times.seconds(DumpProbeIT.observe(probe, begin).probe().cpu())
                            > 0.7 * (servingSeconds(target) - before));
        }
    }

    private static double servingSeconds(Process target) {
        return new ThreadClock(() -> LinuxProcess.of(target.pid()).orElseThrow().threads("RMI TCP Connection"))
                        .nanos()
                        .orElseThrow()
                / 1e9;
    }

    @Tag("nightly")
    @Test
    void workersThatNeverComeBackAreToldByTheirProcessorTime() throws Exception {
        Process target = started(Jvms.start(Trouble.class, Jvms.current(), List.of(), "hang"));
        try (DumpProbe probe = DumpProbe.overJmx(ProcessId.now(target.pid()))) {
            Observation seen = AgentProbeIT.watch(probe, Duration.ofSeconds(12));
            assertThat(seen.hangs()).hasSize(1);
            assertThat(seen.hangs().getFirst().workers()).isEqualTo(5);
            assertThat(seen.hangs().getFirst().frame()).isEqualTo("dev.headroom.probe.target.Trouble.askTheSilent");
        }
    }
}
