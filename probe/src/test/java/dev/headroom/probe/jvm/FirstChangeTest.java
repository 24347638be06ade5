package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstChangeTest {

    @TempDir
    Path folder;

    private boolean hasFlag(String library) throws Exception {
        return FirstChange.hasFlag(Files.writeString(folder.resolve("libjvm.so"), library));
    }

    @Test
    void aJvmThatWritesDownWhatItsCodeWasMadeFromHasTheNameOfTheFlag() throws Exception {
        assertThat(hasFlag("Always AlwaysRecordEvolDependencies\0")).isTrue();
        assertThat(hasFlag("AlwaysRecordEvolDependencies")).isTrue();
        assertThat(hasFlag("AlwaysRecordEvolDependencie")).isFalse();
        assertThat(hasFlag("")).isFalse();
    }
}
