package dev.headroom.fanout.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "172.16.0.0/12, 172.31.255.255, true",
        "172.16.0.0/12, 172.32.0.0, false",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
        "0.0.0.0/0, 192.0.2.7, true",
        "0.0.0.0/0, ::1, false",
        "fd00::/8, fd12:3456::1, true",
        "fd00::/8, fe80::1, false",
        "::1, 0:0:0:0:0:0:0:1, true",
        "10.0.0.0/8, localhost, false"
    })
    void containsAddressesOfItsPrefix(String network, String address, boolean contained) {
        assertThat(Network.parse(network).orElseThrow().contains(address)).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/x",
                "",
                "/8",
                "1.2.3.4.5",
                "300.1.1.1",
                "1.2.3",
                "1",
                "1..2.3",
                "."
            })
    void nothingElseIsOne(String text) {
        assertThat(Network.parse(text)).isEmpty();
    }
}
