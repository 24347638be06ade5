package dev.headroom.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "0.0000421, 0.0421 ms",
        "0.00042, 0.42 ms",
        "0.00999, 9.99 ms",
        "0.009999, 10 ms",
        "0.331, 331 ms",
        "0.9994, 999 ms",
        "0.9996, 1 s",
        "1.62, 1.62 s",
        "27.289, 27.3 s",
        "99.96, 100 s",
        "183.5, 184 s",
        "725, 12 min 5 s",
        "3599.7, 60 min 0 s",
        "-0.002, −2 ms"
    })
    void aTimeHasThreeDigitsAtMostAndTheUnitThatFits(double seconds, String text) {
        assertThat(plain(Format.seconds(seconds))).isEqualTo(text);
    }

    @Test
    void whatIsNoNumberIsADash() {
        assertThat(Format.seconds(Double.NaN)).isEqualTo(Format.NONE);
        assertThat(Format.perSecond(Double.POSITIVE_INFINITY)).isEqualTo(Format.NONE);
        assertThat(Format.share(Double.NaN)).isEqualTo(Format.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "10.58, 10.6/s",
        "0.25, 0.25/s",
        "20, 20/s",
        "3047.3, 3047/s",
        "27289, '27,289/s'",
        "99.96, 100/s",
        "0, 0/s"
    })
    void aRateShowsThreeDigitsAndNoZerosThatSayNothing(double rate, String text) {
        assertThat(Format.rate(Rate.perSecond(rate))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "101.2, 100, +1.2 %",
        "98.8, 100, −1.2 %",
        "100.001, 100, ±0 %",
        "137, 100, +37 %",
        "63, 100, −37 %",
        "200, 100, 2×",
        "15200, 100, 152×",
        "1.2, 100, 0.012×"
    })
    void aDifferenceIsAPercentageUntilItIsAFactor(double value, double base, String text) {
        assertThat(plain(Format.difference(value, base))).isEqualTo(text);
    }

    @Test
    void nothingIsComparedWithZero() {
        assertThat(Format.difference(1, 0)).isEmpty();
        assertThat(Format.difference(0, 1)).isEmpty();
        assertThat(Format.difference(Double.NaN, 1)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0 %", "1, 100 %", "0.154, 15.4 %", "0.0001, < 0.1 %", "0.9999, > 99.9 %"})
    void aShareNeverRoundsALittleAwayToNone(double share, String text) {
        assertThat(plain(Format.share(share))).isEqualTo(text);
    }

    @Test
    void anErrorIsExactUnknownOrANumberWithTheUnit() {
        assertThat(Format.error(Measure.exact(7, ""), "")).isEqualTo("exact");
        assertThat(Format.error(new Measure(7, Double.NaN, ""), "s")).isEqualTo("unknown");
        assertThat(plain(Format.error(new Measure(0.33, 0.0004, ""), "s"))).isEqualTo("± 0.4 ms");
        assertThat(plain(Format.error(new Measure(10.6, 0.05, ""), "1/s"))).isEqualTo("± 0.05/s");
    }

    @Test
    void numberAndUnitNeverPart() {
        assertThat(Format.seconds(27.3)).isEqualTo("27.3\u00a0s");
    }

    @Test
    void aSpanThatWasSetHasNoDigitsThatWereNotSet() {
        assertThat(plain(Format.time(Duration.ofSeconds(60)))).isEqualTo("60 s");
        assertThat(plain(Format.time(Duration.ofMillis(1500)))).isEqualTo("1.5 s");
        assertThat(plain(Format.elapsed(Duration.ofSeconds(437)))).isEqualTo("7 min 17 s");
    }

    @Test
    void bytesAreInTheUnitThatFits() {
        assertThat(plain(Format.bytes(8L << 30))).isEqualTo("8 GB");
        assertThat(plain(Format.bytes(512))).isEqualTo("512 B");
    }

    @Test
    void aMeanOfWorkersHasTheDigitsThatASentenceHas() {
        assertThat(Format.workers(7)).isEqualTo("7");
        assertThat(Format.workers(6.96)).isEqualTo("6.96");
        assertThat(Format.workers(6.9)).isEqualTo("6.9");
        assertThat(Format.workers(1200.4)).isEqualTo("1200");
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}
