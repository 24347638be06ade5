package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real JVMs. */
class ChildrenIT {

    @TempDir
    Path folder;

    private final Children children = new Children();
    private Path jar;

    @BeforeEach
    void pack() throws IOException {
        jar = TestJar.in(folder);
    }

    @AfterEach
    void stop() {
        children.close();
    }

    @Test
    void aServiceIsReadyOnceItsPathAnswers2xx() throws Exception {
        ServiceProcess one = children.start(launch("one", "/ready"));
        children.awaitReady(one);

        Readiness.of(one).ask();
        assertThat(Files.readString(folder.resolve("one.log"))).contains("hello from one");
        assertThat(one.cpu()).isPresent();
    }

    @Test
    void withoutAPathAnOpenPortIsEnough() throws Exception {
        ServiceProcess one = children.start(launch("one", ""));
        assertThatThrownBy(() -> Readiness.of(one).ask()).isInstanceOf(IOException.class);
        children.awaitReady(one);

        Readiness.of(one).ask();
    }

    @Test
    @Tag("nightly")
    void aServiceThatNeverGetsReadySaysWhatWasSeenLast() throws Exception {
        Launch unknown = launch("never", "/unknown");
        ServiceProcess never = children.start(new Launch(
                unknown.name(),
                unknown.address(),
                unknown.command(),
                Map.of(),
                unknown.log(),
                unknown.ready(),
                Duration.ofSeconds(3),
                true));

        assertThatThrownBy(() -> children.awaitReady(never))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("service never was not ready within 3 s")
                .hasMessageContaining("GET " + never.launch().address().orElseThrow() + "/unknown answering 2xx")
                .hasMessageContaining("last seen: ")
                .hasMessageContaining("hello from never");
    }

    @Test
    void aServiceThatDiesEarlyIsToldWithItsExitCodeAndLastLines() throws Exception {
        ServiceProcess one = children.start(launch("one", "/ready", "--die=3"));

        assertThatThrownBy(() -> children.awaitReady(one))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("service one died before it was ready with exit code 3")
                .hasMessageContaining(folder.resolve("one.log").toString())
                .hasMessageContaining("cannot go on: no database");
    }

    @Test
    void aServiceKilledLaterIsNoticed() throws Exception {
        ServiceProcess one = children.start(launch("one", "/ready"));
        children.awaitReady(one);
        children.checkAlive("under load");

        assertThat(one.handle().destroyForcibly()).isTrue();
        one.handle().onExit().get(10, TimeUnit.SECONDS);

        assertThatThrownBy(() -> children.checkAlive("under load"))
                .hasMessageContaining("service one died under load with exit code 137 (SIGKILL");
    }

    @Test
    void aPortThatIsTakenNamesItsHolder() throws Exception {
        try (ServerSocket mine = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Launch launch = launch("one", "", mine.getLocalPort());

            assertThatThrownBy(() -> children.start(launch))
                    .isInstanceOf(ServiceException.class)
                    .hasMessageContaining("port " + mine.getLocalPort() + " is held by ")
                    .hasMessageContaining("process " + ProcessHandle.current().pid() + " (");
            assertThat(children.running()).isEmpty();
        }
    }

    @Test
    @Tag("nightly")
    void servicesStopInReverseOrder() throws Exception {
        Path diary = folder.resolve("diary");
        for (String name : List.of("one", "two", "three")) {
            children.awaitReady(children.start(launch(name, "/ready", "--diary=" + diary)));
        }

        children.stopAll();

        assertThat(Files.readAllLines(diary)).containsExactly("three", "two", "one");
        assertThat(children.running()).isEmpty();
    }

    @Test
    @Tag("nightly")
    void aServiceDeafToSigtermIsKilled() throws Exception {
        ServiceProcess one = children.start(launch("one", "/ready", "--stubborn=true"));
        children.awaitReady(one);

        children.stopAll();

        assertThat(one.handle().isAlive()).isFalse();
    }

    private Launch launch(String name, String ready, String... settings) throws IOException {
        return launch(name, ready, Ports.free(), settings);
    }

    private Launch launch(String name, String ready, int port, String... settings) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                "--server.port=" + port,
                "--name=" + name));
        command.addAll(List.of(settings));
        return new Launch(
                name,
                Optional.of(URI.create("http://127.0.0.1:" + port)),
                command,
                Map.of(),
                folder.resolve(name + ".log"),
                ready.isEmpty() ? new Ready.Started() : new Ready.Answer(ready),
                Service.READY_WITHIN,
                true);
    }
}
