package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A service that this JVM answers for, or nobody: what is found of its process. */
@EnabledOnOs(OS.LINUX)
class RunningServiceTest {

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 10);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/ready") ? 204 : 503, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private static Service service(int port, Origin.Running origin, Ready ready) {
        return new Service(
                "shop",
                origin,
                Optional.of(new Service.Address("http", Service.Address.LOCAL, port)),
                OptionalInt.empty(),
                Map.of(),
                List.of(),
                List.of(),
                Map.of(),
                ready,
                Service.READY_WITHIN,
                Optional.empty());
    }

    private static Origin.Running of(long pid) {
        return new Origin.Running(OptionalLong.of(pid), OptionalInt.empty());
    }

    private static Origin.Running at(int port) {
        return new Origin.Running(OptionalLong.empty(), OptionalInt.of(port));
    }

    private static final Origin.Running UNNAMED = new Origin.Running(OptionalLong.empty(), OptionalInt.empty());

    /** Another JVM, until its input ends. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println("there");
            System.in.read();
        }
    }

    @Test
    void aProcessThatDoesNotListenWhereTheLoadGoesIsNotTheOneThatAnswers() throws Exception {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName())
                .start();
        try (BufferedReader said = other.inputReader()) {
            assertThat(said.readLine()).isEqualTo("there");
            Origin.Running origin = new Origin.Running(OptionalLong.of(other.pid()), OptionalInt.empty());
            assertThatThrownBy(() -> RunningService.find(service(port(), origin, new Ready.Answer("/ready"))))
                    .isInstanceOf(ServiceException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("and not process " + other.pid());
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aJvmIsFoundByItsProcessId() throws Exception {
        long self = ProcessHandle.current().pid();

        RunningService found = RunningService.find(service(port(), of(self), new Ready.Answer("/ready")));

        assertThat(found.jvm().orElseThrow().pid()).isEqualTo(self);
        assertThat(found.address()).hasToString("http://127.0.0.1:" + port());
        assertThat(found.words()).startsWith("process " + self);
        assertThat(found.cpu()).isPresent();
        found.checkAlive("under load");
    }

    @Test
    void whereNoOtherJvmListensItsLoadIsMeasuredAlone() throws Exception {
        RunningService found = RunningService.find(service(port(), UNNAMED, new Ready.Started()));

        assertThat(found.jvm()).isEmpty();
        assertThat(found.words())
                .startsWith("its load and response times alone are measured, since ")
                .contains("port " + port());
        assertThat(found.cpu()).isEmpty();
    }

    @Test
    void whatIsNotThereIsToldAndWhatToDo() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        int free = Ports.free();
        try {
            assertThatThrownBy(() -> RunningService.find(service(port(), of(other.pid()), new Ready.Started())))
                    .isInstanceOf(ServiceException.class)
                    .hasMessageContaining("process " + other.pid() + " (sleep) is not a JVM")
                    .hasMessageContaining("`headroom ps` lists the JVMs");
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThatThrownBy(() -> RunningService.find(service(port(), of(other.pid()), new Ready.Started())))
                .hasMessageContaining("there is no process " + other.pid());
        assertThatThrownBy(() -> RunningService.find(service(free, UNNAMED, new Ready.Started())))
                .hasMessageContaining("service shop, which is to run already, is not there")
                .hasMessageContaining("at http://127.0.0.1:" + free + ", and saw Connection refused. Start it");
        assertThatThrownBy(() -> RunningService.find(service(port(), at(free), new Ready.Started())))
                .hasMessageContaining("nobody listens on port " + free);
        assertThatThrownBy(() -> RunningService.find(service(port(), UNNAMED, new Ready.Answer("/not"))))
                .hasMessageContaining("asked for GET http://127.0.0.1:" + port() + "/not answering 2xx")
                .hasMessageContaining("and saw status 503");
    }
}
