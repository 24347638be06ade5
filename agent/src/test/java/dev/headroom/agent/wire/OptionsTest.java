package dev.headroom.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void aLeashIsNoSampler() {
        assertThat(Options.parse("socket=/tmp/h/1,leash=true,budget=0.005,cores=4"))
                .isEqualTo(new Options(Path.of("/tmp/h/1"), true, false, 0.005, 4));
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> Options.parse("leash=true")).hasMessageContaining("a socket is needed");
        assertThatThrownBy(() -> Options.parse("nonsense")).hasMessageContaining("'nonsense'");
    }
}
