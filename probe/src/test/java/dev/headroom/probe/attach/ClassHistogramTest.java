package dev.headroom.probe.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassHistogramTest {

    private static ClassHistogram parsed(String text) throws IOException {
        return ClassHistogram.parse(new BufferedReader(new StringReader(text)));
    }

    @Test
    void countsObjectsByClassAndAddsThoseOfOneName() throws Exception {
        assertThat(parsed("""
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:         12345        1234567  [B (java.base@25.0.3)
                   2:            52           1248  shop.Orders$Waiter
                   3:             8            192  shop.Orders$Waiter
                Total         12405        1236007
                """))
                .isEqualTo(new ClassHistogram(Map.of("[B", 12345L, "shop.Orders$Waiter", 60L), 1_236_007));
    }

    /** Seen: 39 requests wait, and of a record of the agent's there was one. */
    @Test
    void whatTheAgentHasThereIsNotCounted() throws Exception {
        assertThat(parsed("""
                   1:            39           1248  dev.headroom.agent.limits.Hook$Created
                   2:             4             96  [Ldev.headroom.agent.limits.Hook$Created;
                   3:             8            192  dev.headroom.fanout.Limit
                """).objects()).isEqualTo(Map.of("dev.headroom.fanout.Limit", 8L));
    }

    @Test
    void whatIsNoLineOfItIsPassedOver() throws Exception {
        assertThat(parsed("1: x y z\n99999999999999999999: 1 1 a\n1: 99999999999999999999 1 a\nCommand failed\n")
                        .objects())
                .isEmpty();
    }
}
