package dev.headroom.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DescriptorsTest {

    @Test
    void aTenthOfTheLimitIsLeftFreeAndSixtyFourAtLeast() {
        assertThat(new Descriptors(64, 256).areEnough()).isTrue();
        assertThat(new Descriptors(63, 256).areEnough()).isFalse();
        assertThat(new Descriptors(102, 1_024).areEnough()).isTrue();
        assertThat(new Descriptors(101, 1_024).areEnough()).isFalse();
    }

    @Test
    void thisJvmHasSome() {
        Descriptors now = Descriptors.now();
        assertThat(now.free()).isPositive();
        assertThat(now.free()).isLessThan(now.most());
    }
}
