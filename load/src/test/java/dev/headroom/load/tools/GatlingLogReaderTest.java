package dev.headroom.load.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.load.recording.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatlingLogReaderTest {

    private static byte[] recorded(String name) throws IOException {
        try (InputStream in = GatlingLogReaderTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private static List<Sample> read(byte[] all, int piece) throws IOException {
        GatlingLogReader reader = new GatlingLogReader();
        List<Sample> samples = new ArrayList<>();
        for (int from = 0; from < all.length; from += piece) {
            int length = Math.min(piece, all.length - from);
            samples.addAll(reader.read(Arrays.copyOfRange(all, from, from + length), length));
        }
        return samples;
    }

    /** A run of Gatling 3.14.3 with two users, piece by piece as it is appended. */
    @ParameterizedTest
    @ValueSource(ints = {1, 13, 8192})
    void readsWhatGatlingWrites(int piece) throws IOException {
        List<Sample> samples = read(recorded("gatling-3.14.3.log"), piece);

        assertThat(samples).hasSizeGreaterThan(40);
        assertThat(samples)
                .allMatch(one -> one.label().equals("page") && one.error().isEmpty());
        Sample first = samples.getFirst();
        assertThat(first.startMicros()).isEqualTo((0x1a218936f7dL + 0x49a) * 1000);
        assertThat(first.endMicros() - first.startMicros()).isEqualTo((0x58c - 0x49a) * 1000L);
        assertThat(samples).allMatch(one -> one.endMicros() - one.startMicros() >= 50_000);
    }

    /** The same with groups, statuses that were not expected, and a port at which nobody listens. */
    @Test
    void groupsAreInTheLabelAndErrorsOfAKind() throws IOException {
        List<Sample> samples = read(recorded("gatling-3.14.3-errors.log"), 8192);

        assertThat(samples)
                .extracting(Sample::label, Sample::error)
                .contains(
                        tuple("shop/bad", Optional.of(ErrorKind.STATUS)),
                        tuple("shop/wrong", Optional.of(ErrorKind.BODY)),
                        tuple("nobody", Optional.of(ErrorKind.REFUSED)));
        assertThat(samples.stream()
                        .filter(one -> one.label().equals("shop/bad"))
                        .findFirst()
                        .orElseThrow()
                        .detail())
                .isEqualTo("500");
    }

    /** What the check looked for is in its name. */
    @Test
    void aCheckThatLookedForATimeoutIsNone() throws IOException {
        String wrong = "substring(basket).find.exists, found nothing";
        byte[] log = recorded("gatling-3.14.3-errors.log");
        System.arraycopy(
                "regex(timed out ).find.exists, found nothing".getBytes(StandardCharsets.ISO_8859_1),
                0,
                log,
                new String(log, StandardCharsets.ISO_8859_1).indexOf(wrong),
                wrong.length());
        assertThat(read(log, 8192))
                .extracting(Sample::label, Sample::error)
                .contains(tuple("shop/wrong", Optional.of(ErrorKind.BODY)))
                .contains(tuple("late", Optional.of(ErrorKind.TIMEOUT)))
                .doesNotContain(tuple("shop/wrong", Optional.of(ErrorKind.TIMEOUT)));
    }

    @Test
    void anotherVersionIsRefused() throws IOException {
        byte[] log = recorded("gatling-3.14.3.log");
        log[7] = '2'; // 3.24.3
        assertThatThrownBy(() -> read(log, 8192))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Gatling 3.24.3 is not known");
    }

    @Test
    void theTextLogOfOldIsRefused() {
        byte[] log = "RUN\tshop.Browse\tbrowse\t1795708646269\t \t3.10.5\n".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> read(log, 8192))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not begin");
    }
}
