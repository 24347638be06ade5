package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FollowingTest {

    /** Eight glances for each segment are meant, three are the least: a load that begins is many times what was seen before. */
    @Test
    void glancesThatAreTooFewForWhatCameTellNothing() {
        assertThat(Following.tooSeldom(10, 80)).isFalse();
        assertThat(Following.tooSeldom(10, 30)).isFalse();
        assertThat(Following.tooSeldom(10, 29)).isTrue();
        assertThat(Following.tooSeldom(4, 2))
                .as("so few may have come together")
                .isFalse();
    }
}
