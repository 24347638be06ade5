package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.process.Processors;
import org.junit.jupiter.api.Test;

class BurnerTest {

    private final int own = Processors.allowed(ProcessHandle.current().pid()).size();

    @Test
    void burnsOnTheCoresOfTheServiceAlone() {
        assertThatCode(() -> Burner.requireSameCores(own)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Burner.requireSameCores(own + 1))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("start both on the same cores");
    }
}
