package dev.headroom.probe.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeersTest {

    private final Peers peers = new Peers();

    @Test
    void aDownstreamIsKnownByItsName() {
        String named = peers.of("users.example", "10.0.0.7", 8080);

        assertThat(named).isEqualTo("users.example:8080");
        assertThat(peers.of("users.example", "10.0.0.7", 8080)).as("one text").isSameAs(named);
        assertThat(peers.named("10.0.0.7:8080")).isEqualTo(named);
        assertThat(peers.named("10.0.0.8:8080")).isEqualTo("10.0.0.8:8080");
    }

    /** Each connection of a client has a port of its own, and may be one of many a second for hours. */
    @Test
    void clientsAreNotKeptWithoutBound() {
        peers.of("users.example", "10.0.0.7", 8080);
        for (int client = 0; client < 3 * Peers.MOST; client++) {
            peers.of("", "10.0." + client / 50_000 + ".9", client % 50_000);
        }

        assertThat(peers.kept()).isLessThanOrEqualTo(Peers.MOST);
        assertThat(peers.named("10.0.0.7:8080")).as("they have no names").isEqualTo("users.example:8080");
    }

    @Test
    void namesAreNotKeptWithoutBoundEither() {
        for (int client = 0; client < 3 * Peers.MOST; client++) {
            peers.of("users.example", "10.0." + client / 50_000 + ".9", client % 50_000);
        }

        assertThat(peers.kept()).isLessThanOrEqualTo(Peers.MOST);
    }
}
