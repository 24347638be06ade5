package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Until;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BadInputTest {

    private static final Request GOOD = Request.get(URI.create("http://127.0.0.1:1/"));

    @Test
    void aLoadThatCannotBePutIsRefusedWithTheReason() {
        refused(GOOD, Loads.open(0, 1000), "an open load needs a rate above 0");
        refused(GOOD, Loads.open(Double.POSITIVE_INFINITY, 1000), "finite");
        refused(GOOD, Loads.open(10, 0), "the duration of an open load must be above 0, not PT0S");
        refused(GOOD, Loads.iterations(0, 1, Loads.KEEP_ALIVE), "at least one user, not 0");
        refused(GOOD, Loads.iterations(1, 0, Loads.KEEP_ALIVE), "0 requests");
        refused(GOOD, Loads.closed(1, new Until.Requests(-1), Loads.KEEP_ALIVE), "-1 requests");
        refused(GOOD, Loads.closed(1, new Until.Elapsed(Duration.ZERO), Loads.KEEP_ALIVE), "PT0S");
        refused(GOOD, Loads.iterations(1, 1, Loads.timeout(0)), "timeout");
        Load.WarmUp noUsers = new Load.WarmUp(0, Duration.ofSeconds(1));
        refused(
                GOOD,
                new Load.Open(
                        dev.headroom.core.model.Rate.perSecond(1),
                        Duration.ofSeconds(1),
                        Loads.KEEP_ALIVE,
                        Optional.of(noUsers)),
                "a warm-up needs at least one user, not 0");
    }

    @Test
    void aRequestThatCannotBeSentIsRefusedWithTheReason() {
        refused("ftp://127.0.0.1/", "must begin with http:// or https://");
        refused("http:///nowhere", "names no host");
        refused("http://no-such-host.invalid/", "no address is known for its host");
        refused(new Request("GET IT", GOOD.uri(), Map.of(), ""), "the method \"GET IT\"");
        refused(new Request("GET", GOOD.uri(), Map.of("a b", "c"), ""), "a header named \"a b\"");
        refused(new Request("GET", GOOD.uri(), Map.of("A", "b\r\nC: d"), ""), "the header A");
    }

    @Test
    void noThreadIsLeftBehindByARefusal() throws Exception {
        refused("http:///nowhere", "names no host");
        Await.until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("headroom-load")));
    }

    private static void refused(String uri, String reason) {
        refused(Request.get(URI.create(uri)), reason);
    }

    private static void refused(Request request, String reason) {
        refused(request, Loads.iterations(1, 1, Loads.KEEP_ALIVE), reason);
    }

    private static void refused(Request request, Load load, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Loads.start(request, load).close())
                .withMessageContaining(reason);
    }
}
