package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.jvm.ProcessId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
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

        new JcmdFlight(jvm, Optional.empty(), new DumpSamplerTest.Nobody()).keep();

        assertThat(commands)
                .filteredOn(command -> command.startsWith("JFR.st"))
                .first()
                .isEqualTo("JFR.stop name=" + left);
    }

    private record Jvm(List<String> asked, Map<String, String> answers) implements Commands {

        @Override
        public <T> T run(String command, Reader<T> reader) throws IOException {
            asked.add(command);
            return reader.read(new BufferedReader(new StringReader(answers.getOrDefault(command, ""))));
        }

        @Override
        public Commands again() {
            return this;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
