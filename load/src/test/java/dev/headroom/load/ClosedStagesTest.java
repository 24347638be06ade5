package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import dev.headroom.core.model.result.LoadResult;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Users who come and leave. Each has a connection of its own, which tells them apart. */
class ClosedStagesTest {

    private static final Duration EACH = Duration.ofMillis(1200);

    @Test
    void usersComeAndLeaveAsTheStagesSayAndComeAgain() throws Exception {
        Load.Closed load = Loads.closed(1, new Until.Elapsed(Duration.ZERO), Loads.KEEP_ALIVE)
                .staged(List.of(
                        new UserStage(0, 6, EACH),
                        UserStage.constant(1, EACH),
                        UserStage.constant(3, EACH),
                        new UserStage(3, 0, EACH)));
        List<Integer> clients = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
        LoadResult result;
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(workers);
            server.createContext("/", exchange -> {
                clients.add(exchange.getRemoteAddress().getPort());
                pause();
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            server.start();
            result = Loads.run(
                    Request.get(
                            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/")),
                    load);
        } finally {
            server.stop(0);
        }

        assertThat(result.failed()).isZero();
        assertThat(result.succeeded()).isEqualTo(clients.size());
        assertThat(new HashSet<>(clients)).as("six, and two of them once more").hasSize(6 + 2);
        int first = clients.stream()
                .max(Comparator.comparingInt(client -> Collections.frequency(clients, client)))
                .orElseThrow();
        int again =
                clients.indexOf(clients.stream().distinct().skip(6).findFirst().orElseThrow());
        assertThat(clients.subList(again - 5, again))
                .as("one of them is alone meanwhile")
                .containsOnly(first);
        assertThat(clients.getLast()).as("who came first leaves last").isEqualTo(first);
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
