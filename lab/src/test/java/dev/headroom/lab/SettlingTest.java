package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.lab.Settling.Slice;
import org.junit.jupiter.api.Test;

class SettlingTest {

    private final Settling settling = new Settling();

    @Test
    void oneSliceDoesNotTell() {
        settling.add(new Slice(100, 0.010, 0.2));

        assertThat(settling.settled()).isFalse();
        assertThat(settling.unsettled()).contains("too little was answered to tell whether it had settled");
    }

    @Test
    void responseTimeThatFallsHasNotSettled() {
        settling.add(new Slice(100, 0.010, 0.2));
        settling.add(new Slice(120, 0.008, 0.2));

        assertThat(settling.settled()).isFalse();
        assertThat(settling.unsettled()).contains("response time still fell, from 10 ms to 8 ms");
    }

    @Test
    void processorTimeOfAnAnswerThatFallsHasNotSettled() {
        settling.add(new Slice(100, 0.330, 1.0));
        settling.add(new Slice(100, 0.330, 0.7));

        assertThat(settling.unsettled()).contains("processor time of an answer still fell, from 10 ms to 7 ms");
    }

    @Test
    void whatTheClockOfTheSystemCannotTellApartHasSettled() {
        settling.add(new Slice(3, 0.330, 0.03));
        settling.add(new Slice(3, 0.330, 0.01));

        assertThat(settling.settled()).isTrue();
    }

    @Test
    void aSystemThatTellsNoProcessorTimeIsJudgedByResponseTimeAlone() {
        settling.add(new Slice(100, 0.010, Double.NaN));
        settling.add(new Slice(100, 0.010, Double.NaN));

        assertThat(settling.settled()).isTrue();
    }
}
