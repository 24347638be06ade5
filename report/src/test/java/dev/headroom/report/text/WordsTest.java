package dev.headroom.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.report.fixture.Diagnoses;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UNKNOWN | com.acme.OrderGate.enter:42 | 6 | bound by something unknown at OrderGate.enter:42, 6 at a time",
                "LOCK | OrderCache | 1 | bound by the lock of OrderCache, 1 at a time",
                "RATE_LIMITER | payments | 1 | bound by payments, 1 permit a second",
                "OBJECT_POOL | parsers | 6 | bound by parsers, 6 objects",
                "DOWNSTREAM | api:443 | 0 | bound by the downstream api:443",
                "THROTTLING | cpu | 0 | bound by the processor quota of the control group",
                "FILE_DESCRIPTORS | process | 1024 | bound by 1024 file descriptors",
            })
    void aLimitIsNamedByWhatItIs(LimitKind kind, String pool, int workers, String words) {
        Limit limit = new Limit(kind, pool, workers == 0 ? OptionalInt.empty() : OptionalInt.of(workers));
        assertThat(Words.verdict(Diagnoses.limit(limit)).replace('\u00a0', ' ')).isEqualTo(words);
    }

    @Test
    void thatEveryRequestFailsIsAVerdict() {
        assertThat(Words.verdict(Diagnoses.of(Diagnosis.Verdict.ALL_REQUESTS_FAIL)))
                .isEqualTo("every request fails");
    }
}
