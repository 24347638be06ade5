package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void aLeashIsNoSampler() {
        assertThat(Options.parse("port=1234,token=abc,leash=true,budget=0.005,cores=4"))
                .isEqualTo(new Options(1234, "abc", true, false, 0.005, 4));
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> Options.parse("port=1234")).hasMessageContaining("port and token are needed");
        assertThatThrownBy(() -> Options.parse("nonsense")).hasMessageContaining("'nonsense'");
    }
}
