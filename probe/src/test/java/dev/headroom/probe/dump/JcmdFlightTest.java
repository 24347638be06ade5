package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.process.Descriptors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class JcmdFlightTest {

    @Test
    void aRecorderWhoseFilesAreLargerThanAllThatIsKeptIsBoundedByNothing() {
        assertThat(JcmdFlight.isBounded(12.0, "MB")).isTrue();
        assertThat(JcmdFlight.isBounded(32.0, "MB")).isTrue();
        assertThat(JcmdFlight.isBounded(900.0, "kB")).isTrue();
        assertThat(JcmdFlight.isBounded(32.1, "MB")).isFalse();
        assertThat(JcmdFlight.isBounded(1.0, "GB")).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatAHeadroomThatIsNoMoreLeftEndsBeforeAnythingBegins() {
        RecordingOwner ours = RecordingOwner.ours();
        String left = new RecordingOwner(ours.namespaces(), new ProcessId(999_999_999, 1)).prefix() + 0;
        List<String> commands = new ArrayList<>();
        Jvm jvm = new Jvm(
                commands,
                Map.of(
                        "JFR.configure",
                        "Repository path: /tmp\n",
                        "JFR.check",
                        "Recording 1: name=" + left + " duration=1m (running)\n"));

        new JcmdFlight(jvm, Optional.empty(), new DumpSamplerIT.Kept()).keep();

        assertThat(commands)
                .filteredOn(command -> command.startsWith("JFR.st"))
                .first()
                .isEqualTo("JFR.stop name=" + left);
    }

    @Test
    void aRecordingGoesOnWhereTheJvmIsLateOnce() {
        List<String> commands = new ArrayList<>();
        DumpSamplerIT.Kept kept = new DumpSamplerIT.Kept();
        Map<String, String> answers = new HashMap<>(Map.of("JFR.configure", "Repository path: /tmp\n"));
        JcmdFlight flight =
                new JcmdFlight(new Jvm(commands, answers), new RecorderRoom(Optional.empty(), Optional::empty), kept);
        flight.keep();
        answers.put("JFR.start", "late");
        anew(flight);
        answers.remove("JFR.start");
        commands.clear();
        anew(flight);

        assertThat(commands).anyMatch(command -> command.startsWith("JFR.start"));
        assertThat(kept.notes).isEmpty();
        answers.put("JFR.start", "late");
        anew(flight);
        anew(flight);
        assertThat(kept.notes).singleElement().asString().contains("without a flight recording", "too late");
    }

    private static void anew(JcmdFlight flight) {
        flight.waits(false);
        flight.keep();
        flight.waits(true);
        flight.keep();
    }

    /** The limit is asked of the kernel, which counts this JVM's as any other's. */
    @Test
    void aRecordingNeedsATenthOfTheFileDescriptorsAndSixtyFourAtLeast() throws IOException {
        RecorderRoom.check(new Descriptors(922, 1_024));
        RecorderRoom.check(new Descriptors(192, 256));
        assertThatThrownBy(() -> RecorderRoom.check(new Descriptors(923, 1_024)))
                .hasMessageContaining("only 101 of 1024 file descriptors left");
        assertThatThrownBy(() -> RecorderRoom.check(new Descriptors(193, 256)))
                .hasMessageContaining("only 63 of 256 file descriptors left");
        assertThat(Descriptors.of(ProcessHandle.current().pid())).hasValueSatisfying(own -> {
            assertThat(own.open()).isPositive();
            assertThat(own.free()).isPositive();
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whereTheFileDescriptorsCannotBeCountedNothingIsStarted() throws IOException {
        List<String> commands = new ArrayList<>();
        Process process = new ProcessBuilder("sleep", "60").start();
        LinuxProcess gone = LinuxProcess.of(process.pid()).orElseThrow();
        process.destroyForcibly().onExit().join();
        DumpSamplerIT.Kept kept = new DumpSamplerIT.Kept();

        JcmdFlight flight = new JcmdFlight(
                new Jvm(commands, Map.of("JFR.configure", "Repository path: /tmp\n")), Optional.of(gone), kept);
        flight.keep();

        assertThat(commands).isEmpty();
        assertThat(kept.notes).singleElement().asString().contains("file descriptors cannot be counted");
    }

    @Test
    void inAContainerThatIsNearlyFullTheRecorderIsNotEvenLoaded() {
        List<String> commands = new ArrayList<>();
        DumpSamplerIT.Kept kept = new DumpSamplerIT.Kept();

        JcmdFlight flight = new JcmdFlight(
                new Jvm(commands, Map.of("JFR.configure", "Repository path: /tmp\n")),
                new RecorderRoom(Optional.empty(), () -> Optional.of("its container has 3 MB left")),
                kept);
        flight.keep();

        assertThat(commands).isEmpty();
        assertThat(kept.notes)
                .singleElement()
                .asString()
                .contains("without a flight recording", "its container has 3 MB left");
    }

    private record Jvm(List<String> asked, Map<String, String> answers) implements Answering {

        @Override
        public <T> T run(String command, Reader<T> reader) throws IOException {
            asked.add(command);
            if (command.startsWith("JFR.start") && answers.containsKey("JFR.start")) {
                throw new IOException("too late");
            }
            return reader.read(new BufferedReader(new StringReader(answers.getOrDefault(command, ""))));
        }
    }
}
