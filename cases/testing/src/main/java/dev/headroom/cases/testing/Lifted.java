package dev.headroom.cases.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What every lifted variant owes its callers, whatever the case. */
public final class Lifted {
    public static final String VIRTUAL = "--spring.threads.virtual.enabled=true";

    private Lifted() {}

    /**
     * Beyond its bound a service refuses at once, says when to come again, and does not disturb those that it has let in.
     *
     * @param service with a bound of two requests in flight
     * @param slow path that takes longer than this test
     * @param inFlight holds as soon as two of them are in flight
     * @param quick path that could be answered at once
     * @return the two that were let in
     */
    public static List<CompletableFuture<HttpResponse<String>>> refusesTheThird(
            Running service, String slow, Await.Condition inFlight, String quick, String retryAfter)
            throws IOException, InterruptedException {
        var admitted = service.getAtOnce(2, slow);
        Await.until(inFlight);
        assertThat(inFlight.holds()).isTrue();

        var refused = service.get(quick);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue(retryAfter);
        assertThat(admitted).noneMatch(CompletableFuture::isDone);
        assertThat(service.get("/ready").statusCode()).isEqualTo(200);
        return admitted;
    }

    /** Those that were let in are answered, and then there is room again. */
    public static void answersThemAndHasRoomAgain(
            Running service, List<CompletableFuture<HttpResponse<String>>> admitted, String quick)
            throws IOException, InterruptedException {
        for (var answer : admitted) {
            assertThat(answer.join().statusCode()).isEqualTo(200);
        }
        assertThat(service.get(quick).statusCode()).isEqualTo(200);
    }
}
