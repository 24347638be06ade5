package dev.headroom.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FramesTest {

    @ParameterizedTest
    @CsvSource({
        "com.acme.shop.OrderGate.enter:42, OrderGate.enter:42",
        "com.acme.OrderGate$Slot.enter, OrderGate$Slot.enter",
        "com.acme.Order.<init>:7, Order.<init>:7",
        "com.例.注文.取る:3, 注文.取る:3",
        "OrderGate.enter:42, OrderGate.enter:42",
        "api.example.com:443, api.example.com:443",
        "127.0.0.1:8090, 127.0.0.1:8090",
        "common-pool, common-pool"
    })
    void aMethodLosesItsPackageAndNothingElseChanges(String frame, String brief) {
        assertThat(Frames.brief(frame)).isEqualTo(brief);
    }
}
