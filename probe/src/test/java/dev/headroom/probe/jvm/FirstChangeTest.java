package dev.headroom.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class FirstChangeTest {

    /** These tests run on JDK 25. */
    @Test
    void aJvmThatWritesDownWhatItsCodeWasMadeFromKeepsIt() {
        assertThat(FirstChange.warning(ProcessId.now(ProcessHandle.current().pid())))
                .isEmpty();
    }
}
