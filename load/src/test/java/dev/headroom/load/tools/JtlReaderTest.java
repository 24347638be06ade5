package dev.headroom.load.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JtlReaderTest {

    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";

    private static List<Sample> read(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new JtlReader(false).read(bytes, bytes.length);
    }

    /** What JMeter 5.6.3 wrote of answers, of status 500 and of a port at which nobody listens, piece by piece as it is appended. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100_000})
    void readsWhatJmeterWrites(int piece) throws IOException {
        byte[] all;
        try (InputStream in = JtlReaderTest.class.getResourceAsStream("jmeter-5.6.3.jtl")) {
            all = in.readAllBytes();
        }
        JtlReader reader = new JtlReader(false);
        List<Sample> samples = new ArrayList<>();
        for (int from = 0; from < all.length; from += piece) {
            int length = Math.min(piece, all.length - from);
            samples.addAll(reader.read(Arrays.copyOfRange(all, from, from + length), length));
        }

        assertThat(samples).hasSize(6);
        assertThat(samples.getFirst())
                .isEqualTo(new Sample("GET page", 1795708621979_000L, 1795708622092_000L, Optional.empty(), ""));
        assertThat(samples)
                .extracting(Sample::error)
                .containsExactly(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(ErrorKind.STATUS),
                        Optional.of(ErrorKind.STATUS),
                        Optional.of(ErrorKind.REFUSED),
                        Optional.of(ErrorKind.REFUSED));
        assertThat(samples.get(2).detail()).isEqualTo("500");
        assertThat(samples.get(4).detail()).contains("Connection refused");
    }

    @Test
    void columnsAreThoseThatTheFirstLineNames() throws IOException {
        assertThat(read("label,success,responseCode,elapsed,timeStamp\n\"a, \"\"b\"\"\nc\",true,200,5,1000\n"))
                .containsExactly(new Sample("a, \"b\"\nc", 1_000_000, 1_005_000, Optional.empty(), ""));
    }

    @Test
    void aLineThatSumsUpATransactionIsNoRequest() throws IOException {
        assertThat(read(HEADER
                        + "1000,5,buy,200,\"Number of samples in transaction : 2, number of failing samples : 0\",true,\n"
                        + "1000,2,basket,200,OK,true,\n"))
                .extracting(Sample::label)
                .containsExactly("basket");
    }

    private static final String WITH_URL =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,URL\n";

    /** Scripts and Debug Samplers stand between requests, and before the first. */
    @Test
    void aSamplerWithoutAUrlIsNoRequestBesideThoseThatHaveOne() throws IOException {
        assertThat(read(WITH_URL + "1000,900,JSR223,200,OK,true,,null\n" + "2000,5,view,200,OK,true,,http://a/\n"
                        + "2010,1,Debug Sampler,200,OK,true,,\n" + "2020,5,view,200,OK,true,,http://a/\n"))
                .extracting(Sample::label)
                .containsExactly("view", "view");
    }

    /** They may be the load, after a login. */
    @Test
    void whatIsLeftOutIsTold() throws IOException {
        String login = "2000,5,login,200,OK,true,,http://a/\n";
        assertThat(leftOut(login + "2010,5,query,200,OK,true,,null\n" + "2020,5,query,200,OK,true,,\n"))
                .get()
                .asString()
                .contains("2 samples", ": query. ");
        assertThat(leftOut("1000,5,a,200,OK,true,,null\n" + login + "2010,5,b,200,OK,true,,null\n"
                        + "2020,5,c,200,OK,true,,null\n" + "2030,5,d,200,OK,true,,null\n"))
                .get()
                .asString()
                .contains("4 samples", ": a, b, c and others. ");
        assertThat(leftOut(login)).isEmpty();
        assertThat(leftOut("1000,5,query,200,OK,true,,null\n")).isEmpty();
    }

    private static Optional<String> leftOut(String lines) throws IOException {
        byte[] bytes = (WITH_URL + lines).getBytes(StandardCharsets.UTF_8);
        JtlReader reader = new JtlReader(false);
        reader.read(bytes, bytes.length);
        reader.rest();
        return reader.leftOut();
    }

    @Test
    void aPlanThatSendsNoHttpIsToldOfAllTheSame() throws IOException {
        byte[] bytes = (WITH_URL + "1000,5,query,200,OK,true,,null\n" + "1010,5,query,200,OK,true,,null\n")
                .getBytes(StandardCharsets.UTF_8);
        JtlReader reader = new JtlReader(false);
        assertThat(reader.read(bytes, bytes.length)).isEmpty();
        assertThat(reader.rest()).extracting(Sample::label).containsExactly("query", "query");

        assertThat(read(WITH_URL + "1000,5,query,200,OK,true,,null\n" + "12000,5,query,200,OK,true,,null\n"
                        + "12010,5,query,200,OK,true,,null\n"))
                .as("not only at its end")
                .hasSize(3);
    }

    /** A setUp group of 12 s that sends no HTTP is not the beginning of a load that does. */
    @Test
    void whereThePlanSendsHttpNothingWithoutAUrlIsTold() throws IOException {
        byte[] bytes = (WITH_URL + "1000,5,prepare,200,OK,true,,null\n" + "13000,5,prepare,200,OK,true,,null\n"
                        + "14000,5,view,200,OK,true,,http://a/\n")
                .getBytes(StandardCharsets.UTF_8);
        JtlReader reader = new JtlReader(true);
        assertThat(reader.read(bytes, bytes.length)).extracting(Sample::label).containsExactly("view");
        assertThat(reader.leftOut()).get().asString().contains("2 samples", "prepare");
    }

    @ParameterizedTest
    @CsvSource({
        "java.net.SocketTimeoutException, Read timed out, TIMEOUT",
        "org.apache.http.conn.ConnectTimeoutException, Connect to a:80 failed: Connect timed out, CONNECT_TIMEOUT",
        "org.apache.http.NoHttpResponseException, a:80 failed to respond, RESET",
        "java.net.SocketException, Connection reset, RESET",
        "javax.net.ssl.SSLHandshakeException, PKIX path building failed, CERTIFICATE",
        "java.net.BindException, Cannot assign requested address, GENERATOR",
        "java.net.UnknownHostException, shop, OTHER"
    })
    void errorsAreOfAKind(String exception, String message, ErrorKind kind) throws IOException {
        assertThat(read(HEADER + "1000,5,a,Non HTTP response code: " + exception + ",Non HTTP response message: "
                        + message + ",false,\n"))
                .extracting(Sample::error)
                .containsExactly(Optional.of(kind));
    }

    @Test
    void anAssertionThatFailsIsAnErrorOfTheBody() throws IOException {
        assertThat(read(HEADER + "1000,5,a,200,OK,false,Test failed: text expected to contain /x/\n"))
                .extracting(Sample::error)
                .containsExactly(Optional.of(ErrorKind.BODY));
    }

    @Test
    void xmlIsToldAsSuch() {
        assertThatThrownBy(() -> read("<?xml version=\"1.0\"?>\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no column timeStamp")
                .hasMessageContaining("<?xml");
    }

    @Test
    void aLineThatIsCutIsToldAsSuch() {
        assertThatThrownBy(() -> read(HEADER + "1000,5\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2 fields");
    }
}
