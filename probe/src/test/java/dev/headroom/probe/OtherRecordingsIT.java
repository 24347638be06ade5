package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.agent.Leash;
import dev.headroom.probe.dump.DumpProbe;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.target.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flight recordings that are not Headroom's, in the repository in which Headroom's are. */
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
class OtherRecordingsIT extends Started {

    private static final Pattern NAME = Pattern.compile("headroom-\\S+");

    /** In place of the number of a process: those of Linux end before it. */
    private static final String NOBODY = "-999999999-";

    @TempDir
    private Path repository;

    private enum Way {
        JFR,
        AGENT;

        Probe open(long pid) throws ProbeException {
            return this == JFR
                    ? DumpProbe.recorded(ProcessId.now(pid))
                    : AgentProbe.attach(ProcessId.now(pid), Secrets::hideIn);
        }
    }

    @ParameterizedTest
    @EnumSource
    void thoseOfAServiceThatIsKilledStayAndWhereIsTold(Way way) throws Exception {
        Process target = start(Jvms.current(), recording(), "executor", "sleep", "100", "1");
        List<Path> before = files(); // a recording of ours may begin a file of its own
        try (Probe probe = way.open(target.pid())) {
            probe.start();
            Waiting.until(() -> isRecorded(target));
            assertThat(probe.leftBehind()).isEmpty();
            target.destroyForcibly().waitFor();
            Waiting.until(() -> probe.leftBehind().isPresent());
            assertThat(probe.leftBehind()).get().asString().contains(repository.toString());
        }
        assertThat(before).isNotEmpty().allMatch(Files::exists);
    }

    /** Those of a JVM whose memory ran out while its Headroom was killed: no timer ends them. */
    @Test
    void thoseOfAHeadroomThatIsNoMoreAreEndedByTheNextAndNoOthers() throws Exception {
        Process target = start(Jvms.current(), List.of(), "executor", "sleep", "100", "1");
        try (Probe living = DumpProbe.recorded(ProcessId.now(target.pid()));
                Probe next = DumpProbe.recorded(ProcessId.now(target.pid()))) {
            living.start();
            Waiting.until(() -> isRecorded(target));
            String its = NAME.matcher(AgentProbeIT.jcmd(target.pid(), "JFR.check"))
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group();
            String left = its.replace("-" + ProcessHandle.current().pid() + "-", NOBODY);
            AgentProbeIT.jcmd(target.pid(), "JFR.start name=" + left);
            AgentProbeIT.jcmd(target.pid(), "JFR.start name=headroom-theirs");
            assertThat(AgentProbeIT.jcmd(target.pid(), "JFR.check")).contains(left);

            next.start();

            Waiting.until(() -> !AgentProbeIT.jcmd(target.pid(), "JFR.check").contains(left));
            assertThat(AgentProbeIT.jcmd(target.pid(), "JFR.check")).contains(its, "headroom-theirs");
        }
    }

    @Test
    void thoseOfAJvmThatHaltsOnItsLeashStayAndOursGo() throws Exception {
        Leash leash = Leash.open();
        List<String> jvm = new ArrayList<>(recording());
        jvm.addAll(leash.jvmArguments());
        Process target = start(Jvms.current(), jvm, "executor", "sleep", "100", "1");
        List<Path> before = files();
        leash.close();
        assertThat(target.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(target.exitValue()).isEqualTo(86);
        assertThat(before).isNotEmpty().allMatch(Files::exists);
    }

    @Test
    void aJvmThatHaltsOnItsLeashDeletesOursWhereThereAreNoOthers() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn);
                Leash leash = Leash.open()) {
            List<String> jvm = new ArrayList<>(probe.launchArguments());
            jvm.addAll(leash.jvmArguments());
            jvm.add("-Djava.io.tmpdir=" + repository);
            Process target = start(Jvms.current(), jvm, "executor", "sleep", "100", "1");
            probe.start();
            Waiting.until(() -> !files().isEmpty());
            leash.close();
            assertThat(target.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(files()).isEmpty();
        }
    }

    private List<String> recording() {
        return List.of(
                "-XX:FlightRecorderOptions:repository=" + repository, "-XX:StartFlightRecording", "-Xlog:disable");
    }

    private static boolean isRecorded(Process target) throws Exception {
        return AgentProbeIT.jcmd(target.pid(), "JFR.check").contains("name=headroom");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(repository)) {
            return all.filter(file -> file.toString().endsWith(".jfr")).toList();
        }
    }
}
