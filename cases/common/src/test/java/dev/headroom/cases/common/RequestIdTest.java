package dev.headroom.cases.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestIdTest {
    @Test
    void aThreadThatHelpsWithATaskGoesBackToItsOwnRequestAndThenToNone() {
        try (var outer = RequestId.use("one")) {
            try (var inner = RequestId.use("two")) {
                assertThat(RequestId.current()).isEqualTo("two");
            }
            assertThat(RequestId.current()).isEqualTo("one");
        }
        assertThat(RequestId.current()).isEqualTo("-");
    }
}
