package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MixTest {

    private TestService service;

    @BeforeEach
    void start() throws InterruptedException {
        service = new TestService();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static LoadResult run(Mix mix, int users, int each) throws Exception {
        try (RunningLoad running = new EmbeddedEngine().start(mix, Loads.iterations(users, each, Loads.KEEP_ALIVE))) {
            return running.result().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void eachKindHasItsShareAndItsOwnFigures() throws Exception {
        Mix mix = new Mix(
                List.of(new Mix.Part("quick", 3, service.get("/")), new Mix.Part("slow", 1, service.get("/delay/40"))));

        LoadResult result = run(mix, 4, 25);

        LoadResult.Kind quick = result.kinds().get(0);
        LoadResult.Kind slow = result.kinds().get(1);
        assertThat(quick.name()).isEqualTo("quick");
        assertThat(quick.requests()).isEqualTo(75);
        assertThat(slow.requests()).isEqualTo(25);
        assertThat(slow.latency().min()).isGreaterThanOrEqualTo(Duration.ofMillis(39));
        assertThat(slow.latency().p50()).isGreaterThan(quick.latency().p50());
        assertThat(quick.perSecond().stream().mapToLong(Long::longValue).sum()).isEqualTo(75);
        assertThat(result.succeeded()).isEqualTo(100);
    }

    @Test
    void errorsAreCountedForTheKindThatFailed() throws Exception {
        Mix mix = new Mix(
                List.of(new Mix.Part("good", 1, service.get("/")), new Mix.Part("bad", 1, service.get("/status/500"))));

        LoadResult result = run(mix, 1, 20);

        assertThat(result.kinds().get(0).errors()).isEmpty();
        assertThat(result.kinds().get(1).errors()).isEqualTo(Map.of(ErrorKind.STATUS, 10L));
        assertThat(result.kinds().get(1).succeeded()).isZero();
    }

    @Test
    void answersToDifferentMethodsFollowEachOtherOnOneConnection() throws Exception {
        Mix mix = new Mix(List.of(
                new Mix.Part("get", 1, service.get("/")),
                new Mix.Part("head", 1, new Request("HEAD", service.uri("/"), Map.of(), ""))));

        LoadResult result = run(mix, 1, 20);

        assertThat(result.succeeded()).isEqualTo(20);
        assertThat(service.connections.get()).isEqualTo(1);
    }

    @Test
    void oneKindHasNoFiguresBesideTheWhole() throws Exception {
        assertThat(run(Mix.of(service.get("/")), 1, 5).kinds()).isEmpty();
    }

    @Test
    void oneLoadGoesToOneService() {
        Mix mix = new Mix(List.of(
                new Mix.Part("here", 1, service.get("/")),
                new Mix.Part("there", 1, Request.get(URI.create("http://127.0.0.1:1/")))));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(mix, 1, 1))
                .withMessageContaining("one load goes to one service");
    }
}
