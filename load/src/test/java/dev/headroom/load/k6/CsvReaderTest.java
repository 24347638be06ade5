package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult.Tool.Checks;
import dev.headroom.load.recording.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvReaderTest {

    private static final long END = 1_764_000_000_250_000L;

    private CsvReader reader = new CsvReader();

    @Test
    void theRowsOfARequestAreOneSampleThatBeganBeforeItsConnection() throws IOException {
        assertThat(read(K6Csv.HEADER + K6Csv.request(END, 120.5, 20.25, "browse", 200, ",,true", "")))
                .containsExactly(new Sample("browse", END - 120_500, END, Optional.empty(), ""));
    }

    @Test
    void whereTheBytesArePartedDoesNotMatter() throws IOException {
        String text = K6Csv.HEADER
                + K6Csv.request(END, 3, 0, "\"a, \"\"b\"\"\nc\"", 200, ",,true", "")
                + K6Csv.plain("vus", END, 3)
                + K6Csv.ok(END + 1, 5, "ü");
        List<Sample> whole = read(text);
        assertThat(whole).extracting(Sample::label).containsExactly("a, \"b\"\nc", "ü");
        CsvReader other = new CsvReader();
        List<Sample> parted = new ArrayList<>();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            parted.addAll(other.read(new byte[] {each}, 1));
        }
        assertThat(parted).isEqualTo(whole);
        assertThat(other.cut()).isFalse();
    }

    @Test
    void aRequestIsCompleteWithItsLastTime() throws IOException {
        String text = K6Csv.HEADER + K6Csv.ok(END, 3, "a");
        int last = text.indexOf("http_req_receiving");
        assertThat(read(text.substring(0, last + 5))).isEmpty();
        assertThat(reader.cut()).isTrue();
        assertThat(read(text.substring(last + 5))).hasSize(1);
    }

    /** Codes and texts of k6 2.2.0, {@code httpext/error_codes.go}. */
    @ParameterizedTest
    @CsvSource({
        "0, request timeout, 1050, 9000, TIMEOUT",
        "0, request timeout, 1050, 0, CONNECT_TIMEOUT",
        "0, dial: i/o timeout, 1211, 0, CONNECT_TIMEOUT",
        "0, dial: connection refused, 1212, 0, REFUSED",
        "0, read: connection reset by peer, 1220, 5, RESET",
        "0, write: broken pipe, 1201, 5, RESET",
        "0, EOF, 1000, 5, RESET",
        "0, dial: unknown errno 99 error with msg `cannot assign requested address`, 1213, 0, GENERATOR",
        "0, lookup: no such host, 1101, 0, OTHER",
        "0, x509: unknown authority, 1310, 0, CERTIFICATE",
        "0, http2: received GoAway with http2 ErrCode NO_ERROR, 1611, 5, RESET",
        "200, unexpected EOF, 1701, 5, BODY",
        "200, request timeout, 1050, 9000, TIMEOUT"
    })
    void whatBecameOfARequestIsToldByItsErrorCode(int status, String error, String code, double millis, ErrorKind kind)
            throws IOException {
        assertThat(read(K6Csv.HEADER + K6Csv.request(END, millis, 0, "a", status, error + "," + code + ",false", "")))
                .singleElement()
                .satisfies(sample -> {
                    assertThat(sample.error()).contains(kind);
                    assertThat(sample.detail()).isEqualTo(error);
                });
    }

    @Test
    void aStatusIsAnErrorWhereTheScriptDoesNotExpectIt() throws IOException {
        List<Sample> seen = read(K6Csv.HEADER
                + K6Csv.request(END, 1, 0, "a", 503, ",1503,false", "")
                + K6Csv.request(END, 1, 0, "a", 404, ",1404,true", "")
                + K6Csv.request(END, 1, 0, "a", 302, ",,false", "")
                + K6Csv.request(END, 1, 0, "a", 302, ",,", ""));
        assertThat(seen).extracting(Sample::detail).containsExactly("503", "", "302", "");
        assertThat(seen.getFirst().error()).contains(ErrorKind.STATUS);
        assertThat(seen.get(1).error()).isEmpty();
    }

    @Test
    void whatIsNoPartOfTheLoadIsLeftOut() throws IOException {
        assertThat(read(K6Csv.HEADER
                        + K6Csv.request(END, 1, 0, "login", 200, ",,true", "instance_id=1&counted=no")
                        + K6Csv.ok(END, 1, "a").replace(",,a,load", ",::setup,a,")
                        + K6Csv.ok(END, 1, "a").replace(",,a,load", ",::teardown::tidy,a,")
                        + K6Csv.ok(END, 1, "b")))
                .extracting(Sample::label)
                .containsExactly("b");
    }

    /** What k6 itself calls so is in no scenario. */
    @Test
    void aGroupOfTheScriptMayHaveAnyName() throws IOException {
        for (String group : List.of("::setup basket", "::setups", "::setup", "::teardown", "::setup::a")) {
            assertThat(read(K6Csv.HEADER + K6Csv.ok(END, 1, "a").replace(",,a,load", "," + group + ",a,load")))
                    .as(group)
                    .hasSize(1);
            reader = new CsvReader();
        }
        assertThat(read(K6Csv.HEADER + K6Csv.ok(END, 1, "a").replace(",,a,load", ",::setup basket,a,")))
                .hasSize(1);
    }

    /** Two users whose rows come between each other's. */
    @Test
    void aCheckOfItsBodyMakesARequestAnError() throws IOException {
        String bad = K6Csv.request(END, 3, 0, "a", 200, ",,true", CsvReader.CHECKED);
        String good = K6Csv.request(END + 1, 4, 0, "a", 200, ",,true", "instance_id=1&" + CsvReader.CHECKED);
        String refused = K6Csv.request(END + 2, 5, 0, "a", 503, ",1503,false", CsvReader.CHECKED);
        List<Sample> seen = read(K6Csv.HEADER
                + bad
                + good
                + check("a: body", 0)
                + check("a: body", 1)
                + refused
                + check("a: body", 0)
                + check("mine", 0));

        assertThat(seen)
                .extracting(Sample::error)
                .containsExactly(Optional.of(ErrorKind.BODY), Optional.empty(), Optional.of(ErrorKind.STATUS));
        assertThat(reader.failedChecks()).isEqualTo(Map.of("mine", 1L));
        assertThat(reader.checks()).contains(new Checks(1, 1));
    }

    private static String check(String name, int holds) {
        return K6Csv.plain("checks", END, holds).replace(".000000,,", ".000000," + name + ",");
    }

    @Test
    void iterationsUsersAndChecksAreCounted() throws IOException {
        read(K6Csv.HEADER
                + K6Csv.plain("vus", END, 3)
                + K6Csv.plain("vus", END, 7)
                + K6Csv.plain("iterations", END, 1)
                + K6Csv.plain("iterations", END, 1)
                + K6Csv.plain("dropped_iterations", END, 1)
                + K6Csv.plain("checks", END, 0).replace(".000000,,", ".000000,body,")
                + K6Csv.plain("checks", END, 1).replace(".000000,,", ".000000,body,"));
        assertThat(reader.iterations()).hasValue(2);
        assertThat(reader.dropped()).hasValue(1);
        assertThat(reader.mostVus()).isEqualTo(7);
        assertThat(reader.failedChecks()).isEqualTo(Map.of("body", 1L));
    }

    @Test
    void whatCannotBeReadSaysWhatToDo() {
        assertThatThrownBy(() -> new CsvReader().read(bytes("metric_name,timestamp,metric_value,url\n"), 39))
                .hasMessageContaining("no column extra_tags, error, error_code, expected_response, group, name, status")
                .hasMessageContaining("--system-tags");
        assertThatThrownBy(() -> read(K6Csv.HEADER + K6Csv.ok(1_764_000_000L, 3, "a")))
                .hasMessageContaining("K6_CSV_TIME_FORMAT=unix_micro");
        CsvReader broken = new CsvReader();
        byte[] mixed = bytes(K6Csv.HEADER + "http_reqs,17640vus,1764000000250000,3,,,,,,,,,,,\n");
        assertThatThrownBy(() -> broken.read(mixed, mixed.length))
                .hasMessageContaining("line 2 has 15 fields and the first line 13")
                .hasMessageContaining("#163");
        for (String value : List.of("1e300", "NaN", "-1", "soon")) {
            String text = K6Csv.HEADER
                    + K6Csv.ok(END, 3, "a")
                            .replace(
                                    "http_req_duration," + END + ",3.000000", "http_req_duration," + END + "," + value);
            assertThatThrownBy(() -> new CsvReader().read(bytes(text), text.length()))
                    .hasMessage("line 3: http_req_duration cannot be " + value);
        }
        byte[] endless = new byte[(1 << 20) + 2];
        Arrays.fill(endless, (byte) 'a');
        assertThatThrownBy(() -> new CsvReader().read(endless, endless.length)).hasMessageContaining("no CSV");
    }

    private List<Sample> read(String text) throws IOException {
        byte[] bytes = bytes(text);
        return reader.read(bytes, bytes.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
