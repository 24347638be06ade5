package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.look.PoolNames.Named;
import org.junit.jupiter.api.Test;

class HashedNamesTest {

    @Test
    void poolsOfJettyAreNamedByTheirOrderAndNotByAHash() {
        HashedNames names = new HashedNames();

        assertThat(names.of(jetty("qtp1513945926"))).isEqualTo(jetty("jetty-qtp"));
        assertThat(names.of(jetty("qtp42"))).isEqualTo(jetty("jetty-qtp-2"));
        assertThat(names.of(jetty("qtp1513945926"))).isEqualTo(jetty("jetty-qtp"));
        assertThat(names.of(jetty("qtp-own"))).isEqualTo(jetty("qtp-own"));
    }

    private static Named jetty(String name) {
        return new Named(name, StationKind.SERVLET_WORKERS);
    }
}
