package dev.headroom.probe.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.CallSite;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {

    @Test
    void theAgentsOwnWorkIsNoneOfTheService() {
        Lines lines = new Lines();
        lines.add(List.of("java.util.Arrays.copyOf:3541", "com.example.Shop.serve:7"), 1, 3);
        lines.add(List.of("com.example.Shop.list:9"), 2, 1);
        lines.add(List.of("java.lang.String.concat:1", "dev.headroom.agent.jvm.Origins.isLibrary:108"), 3, 4);
        lines.add(List.of("dev.headroom.agent.limits.Hook.in:4", "com.example.Shop.serve:7"), 4, 4);

        assertThat(lines.within(at -> true))
                .extracting(CallSite::frame)
                .containsExactly("com.example.Shop.serve:7", "com.example.Shop.list:9");
        assertThat(lines.within(at -> true).getFirst().workers()).isEqualTo(0.75);
    }
}
