package dev.headroom.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {

    @ParameterizedTest
    @CsvSource({
        " 1.00,  0.90,  1.10, FULL,      FULL",
        " 0.82,  0.80,  0.84, FULL,      FULL",
        " 1.14,  0.96,  1.33, UNDECIDED, FULL",
        " 0.99,  0.79,  1.19, UNDECIDED, UNDECIDED",
        " 1.21,  0.95,  1.47, UNDECIDED, UNDECIDED",
        " 1.40,  1.21,  1.59, EXCESS,    EXCESS",
        " 0.50,  0.30,  0.70, PART,      PART",
        " 0.50,  0.19,  0.70, UNDECIDED, UNDECIDED",
        " 0.50,  0.30,  0.81, UNDECIDED, UNDECIDED",
        " 0.00, -0.10,  0.10, NONE,      NONE",
        "-0.10, -0.35,  0.15, UNDECIDED, NONE",
        "-0.21, -0.45,  0.03, UNDECIDED, UNDECIDED",
        "-0.40, -0.59, -0.21, NEGATIVE,  NEGATIVE",
        " 0.50, -1.00,  2.00, UNDECIDED, UNDECIDED",
    })
    void saysOfAnEffect(double estimate, double low, double high, Outcome meanwhile, Outcome atLast) {
        assertThat(Share.of(new Interval(low, high))).isEqualTo(meanwhile);
        assertThat(Share.atLast(estimate, new Interval(low, high))).isEqualTo(atLast);
    }
}
