package dev.headroom.probe.os.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadingsTest {

    private final Readings<Double> readings = new Readings<>(Double::doubleValue);

    @Test
    void whatWasReadAtTimesThatAreStillToComeGoes() {
        readings.add(100.0);
        readings.add(4_000.0);
        readings.add(4_001.0);
        readings.add(401.0);
        readings.add(401.0);

        assertThat(readings.all()).containsExactly(100.0, 401.0, 401.0);
    }

    @Test
    void whatComesInAnyOrderStays() {
        readings.addInAnyOrder(2.0);
        readings.addInAnyOrder(1.0);

        assertThat(readings.all()).containsExactly(2.0, 1.0);
    }
}
