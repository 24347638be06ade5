package dev.headroom.cases.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The packed jar as a process of its own: how it starts, fails and stops. */
class DownstreamIT {
    private static final int SIGTERM = 128 + 15;

    @Test
    void itSaysWhereItListensAnswersThereAndStopsCleanly() throws Exception {
        for (String scheme : List.of("http", "https")) {
            Process process = start("--server.port=0", "--https=" + scheme.equals("https"));
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                String line = output.readLine();
                assertThat(line).startsWith("downstream listens on " + scheme + "://127.0.0.1:");
                if (scheme.equals("http")) {
                    URI base = URI.create(line.split(" ")[3]);
                    assertThat(Client.HTTP
                                    .send(Client.request(base, "/metadata/names/1"), BodyHandlers.ofString())
                                    .body())
                            .startsWith("{\"userId\":1,\"name\":\"");
                }
                process.toHandle().destroy(); // SIGTERM; Process.destroy would close the output as well
                assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isEqualTo(SIGTERM);
                assertThat(output.lines()).isEmpty();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void anUnknownSettingIsTheCallersMistake() throws Exception {
        Process process = start("--dealy=1s");
        assertThat(process.inputReader(StandardCharsets.UTF_8).readLine())
                .isEqualTo("downstream: there is no setting 'dealy'");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @Test
    void aTakenPortIsOneLineAndExitCodeOne() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Process process = start("--server.port=" + taken.getLocalPort());
            assertThat(process.inputReader(StandardCharsets.UTF_8).lines())
                    .containsExactly("downstream: cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + ": Address already in use");
            assertThat(process.waitFor()).isEqualTo(1);
        }
    }

    private static Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", "target/downstream.jar"));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
