package dev.headroom.core.structure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FanoutTest {

    @Test
    void oneTaskOutstandingForEachCallerThatWaitsMeansOneAfterTheOther() {
        assertThat(Fanout.of(200, 200, 2).parallel()).isFalse();
        assertThat(Fanout.of(13.4, 13.1, 2).parallel()).isFalse();
    }

    @Test
    void twoTasksOutstandingForEachCallerThatWaitsMeansAllAtOnce() {
        assertThat(Fanout.of(13.2, 6.6, 2).parallel()).isTrue();
        assertThat(Fanout.of(395, 200, 2).parallel()).isTrue();
    }

    @Test
    void tasksThatEndAtRandomLeaveFewerOutstandingAndAreStillAllAtOnce() {
        assertThat(Fanout.of(1.34 * 200, 200, 2).parallel()).isTrue();
        assertThat(Fanout.of(1.92 * 50, 50, 4).parallel()).isTrue();
    }

    @Test
    void fewerTasksThanCallersCanNotBeSoTheQueueWasNotSeen() {
        assertThat(Fanout.of(7, 200, 2)).matches(fanout -> fanout.parallel() && !fanout.known());
    }

    @Test
    void aSingleTaskIsNeitherAndNeedsNoEvidence() {
        assertThat(Fanout.of(7, 200, 1.02)).matches(fanout -> !fanout.parallel() && fanout.known());
    }
}
