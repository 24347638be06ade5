package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What more workers would break for good is not raised, and says why. */
@Tag("nightly")
@Timeout(120)
class FragileIT extends AtTheDesk {

    @Override
    void open() {
        // each service is another one
    }

    @ParameterizedTest
    @CsvSource({
        "pairs, of which it is not known how many there are",
        "buffers, of its heap were in use",
        "counts, asks how many are done or at work (getCompletedTaskCount)"
    })
    void isNotRaised(String how, String why) throws Exception {
        open(Fragile.class, List.of("-Xmx96m", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError"), how);
        load();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("diagnose", pid, "--agent", "--for", "5s", "--prove", "--yes");

        assertThat(code).as("%s%n%s", out, err).isEqualTo(ExitCode.BINDS.code());
        assertThat(out.toString().lines().map(String::strip).collect(Collectors.joining(" ")))
                .contains("Not moved", " 4 -> ", why);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }
}
