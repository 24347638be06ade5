package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErlangLossTest {

    /** From tables of the loss formula. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0.5", "2, 1, 0.2", "5, 3, 0.1101", "10, 10, 0.2146", "100, 90, 0.0270"})
    void itIsThatOfTheTables(int places, double offered, double share) {
        assertThat(ErlangLoss.share(places, offered)).isCloseTo(share, within(1e-4));
    }

    @ParameterizedTest
    @CsvSource({"4, 0.1", "4, 7", "8, 7.5", "200, 150", "1, 1000"})
    void howManyAreTakenTellsWhatIsLost(int places, double offered) {
        double lost = ErlangLoss.share(places, offered);

        assertThat(ErlangLoss.shareOf(places, offered * (1 - lost))).isCloseTo(lost, within(1e-6));
    }

    @Test
    void whereAllAreTakenNobodyFindsOne() {
        assertThat(ErlangLoss.shareOf(4, 4)).isEqualTo(1);
        assertThat(ErlangLoss.shareOf(4, 0)).isCloseTo(0, within(1e-9));
    }
}
