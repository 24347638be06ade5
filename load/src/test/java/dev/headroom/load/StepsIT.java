package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.load.DataSource.Order;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Table;
import dev.headroom.core.model.load.Take;
import dev.headroom.core.model.load.Take.From;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.RecordingService.Answer;
import dev.headroom.load.RecordingService.Seen;
import dev.headroom.load.http.Capture;
import dev.headroom.load.users.LoginException;
import dev.headroom.load.users.Population;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepsIT {

    private static final Table IDS =
            new Table.Listed("item", List.of("id"), List.of(List.of("a"), List.of("b"), List.of("c")), Order.IN_TURN);

    private final AtomicInteger count = new AtomicInteger();
    private final Map<String, Integer> uses = new ConcurrentHashMap<>();
    private RecordingService service;

    @BeforeEach
    void start() throws Exception {
        service = new RecordingService(this::answer);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private Answer answer(Seen request) {
        int number = count.incrementAndGet();
        return switch (request.path().replaceAll("/x.*", "")) {
            case "/login" -> Answer.of("{\"token\": \"t" + number + "\"}", "Set-Cookie: S=s" + number + "; Path=/");
            case "/cart" ->
                Answer.of("{\"cart\": {\"id\": " + number + "}}", "Location: http://shop.test/cart/" + number + "?a=b");
            // each token is good for two requests
            case "/expiring" ->
                uses.merge(request.header("T"), 1, Integer::sum) > 2 ? new Answer(401, "", List.of()) : Answer.of("");
            case "/login-once" ->
                number > 2 ? new Answer(500, "", List.of()) : Answer.of("{\"token\": \"t" + number + "\"}");
            case "/empty" -> Answer.of("{}");
            case "/denied" -> new Answer(403, "", List.of());
            case "/big" -> Answer.of("{\"id\": 1, \"fill\": \"" + "x".repeat(Capture.LONGEST_BODY) + "\"}");
            default -> Answer.of("fine");
        };
    }

    private Mix.Part step(String line, Map<String, String> headers, String body, Take... take) {
        String[] request = line.split(" ", 2);
        return new Mix.Part(
                line,
                1,
                new Request(request[0], service.uri(), request[1], headers, body, Success.DEFAULT),
                "steps",
                List.of(take));
    }

    private Mix.Part step(String line, Take... take) {
        return step(line, Map.of(), "", take);
    }

    private static Mix.Visitors visitors(List<Mix.Part> login, boolean cookies, int sessions) {
        return new Mix.Visitors(List.of(IDS), login, cookies, sessions);
    }

    private static Mix mix(Mix.Part... steps) {
        return new Mix(List.of(steps), visitors(List.of(), false, 10));
    }

    private static LoadResult run(Mix mix, Load load, Population population) throws Exception {
        try (RunningLoad running = new EmbeddedEngine().start(mix, load, population)) {
            return running.result().get(30, TimeUnit.SECONDS);
        }
    }

    private static LoadResult run(Mix mix, int users, int each) throws Exception {
        return run(mix, Loads.iterations(users, each, Loads.KEEP_ALIVE), new Population(mix.visitors()));
    }

    @Test
    void aStepUsesWhatTheOneBeforeItGot() throws Exception {
        LoadResult result = run(
                mix(
                        step(
                                "POST /cart",
                                new Take("id", From.JSON, "/cart/id"),
                                new Take("place", From.HEADER, "location")),
                        step("POST /orders/${id}", Map.of("X-Cart", "c-${id}"), "{\"cart\": ${id}}"),
                        step("GET ${place}")),
                1,
                6);

        assertThat(service.lines())
                .containsExactly(
                        "POST /cart",
                        "POST /orders/1",
                        "GET /cart/1?a=b",
                        "POST /cart",
                        "POST /orders/4",
                        "GET /cart/4?a=b");
        assertThat(service.seen.get(1).header("X-cart")).isEqualTo("c-1");
        assertThat(service.seen.get(1).body()).isEqualTo("{\"cart\": 1}");
        assertThat(result.kinds()).extracting(LoadResult.Kind::succeeded).containsExactly(2L, 2L, 2L);
    }

    @Test
    void aRowIsTheSameInAllStepsOfOneRound() throws Exception {
        run(mix(step("GET /x/${item.id}"), step("POST /x/${item.id}")), 1, 6);

        assertThat(service.lines())
                .containsExactly("GET /x/a", "POST /x/a", "GET /x/b", "POST /x/b", "GET /x/c", "POST /x/c");
    }

    @Test
    void aValueThatIsNotThereFailsItsStepAndTheUserStartsOver() throws Exception {
        LoadResult result = run(mix(step("GET /empty", new Take("id", From.JSON, "/id")), step("GET /x/${id}")), 1, 3);

        assertThat(service.lines()).containsExactly("GET /empty", "GET /empty", "GET /empty");
        assertThat(result.errors()).isEqualTo(Map.of(ErrorKind.VALUE_MISSING, 3L));
        assertThat(result.kinds().getFirst().errors()).isEqualTo(Map.of(ErrorKind.VALUE_MISSING, 3L));
    }

    @Test
    void aStepThatFailsEndsItsRound() throws Exception {
        LoadResult result = run(mix(step("GET /denied"), step("GET /x")), 1, 2);

        assertThat(service.lines()).containsExactly("GET /denied", "GET /denied");
        assertThat(result.errors()).isEqualTo(Map.of(ErrorKind.STATUS, 2L));
    }

    @Test
    void ofABodyOfMoreThanAMebibyteNothingIsTaken() throws Exception {
        LoadResult result = run(mix(step("GET /big", new Take("id", From.JSON, "/id"))), 1, 1);

        assertThat(result.errors()).isEqualTo(Map.of(ErrorKind.VALUE_MISSING, 1L));
    }

    @Test
    void aUserLogsInOnceForAllLoadsOfARunAndNothingOfItIsCounted() throws Exception {
        Mix mix = new Mix(
                List.of(step("GET /x", Map.of("Authorization", "Bearer ${token}"), "")),
                visitors(
                        List.of(step("POST /login", Map.of(), "${item.id}", new Take("token", From.JSON, "/token"))),
                        false,
                        10));
        Population population = new Population(mix.visitors());

        LoadResult first = run(mix, Loads.iterations(1, 2, Loads.KEEP_ALIVE), population);
        LoadResult second = run(mix, Loads.iterations(2, 2, Loads.KEEP_ALIVE), population);

        assertThat(first.requests()).isEqualTo(2);
        assertThat(second.requests()).isEqualTo(4);
        assertThat(service.seen.stream()
                        .filter(request -> request.path().equals("/login"))
                        .map(Seen::body))
                .containsExactly("a", "b");
        assertThat(service.seen.stream()
                        .filter(request -> request.path().equals("/x"))
                        .map(request -> request.header("Authorization")))
                .containsExactlyInAnyOrder(
                        "Bearer t1", "Bearer t1", "Bearer t1", "Bearer t1", "Bearer t4", "Bearer t4");
    }

    @Test
    void aRowThatLoginDrewStaysItsUsers() throws Exception {
        Mix mix = new Mix(List.of(step("GET /x/${item.id}")), visitors(List.of(step("POST /x/${item.id}")), false, 10));

        run(mix, Loads.iterations(1, 3, Loads.KEEP_ALIVE), new Population(mix.visitors()));

        assertThat(service.lines()).containsExactly("POST /x/a", "GET /x/a", "GET /x/a", "GET /x/a");
    }

    @Test
    void whereUsersCannotLogInTheLoadEndsAndTellsWhy() throws Exception {
        Mix mix = new Mix(List.of(step("GET /x")), visitors(List.of(step("POST /denied")), false, 10));

        assertThatThrownBy(() -> run(mix, 3, 1))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(LoginException.class)
                .hasMessage("login failed, after 0 of 3 users: POST /denied: status 403");
        assertThat(service.lines()).doesNotContain("GET /x");
    }

    @Test
    void aUserWhoseSessionHasExpiredLogsInAgainButNotAllTheTime() throws Exception {
        Mix mix = new Mix(
                List.of(step("GET /expiring", Map.of("T", "${token}"), "")),
                visitors(List.of(step("POST /login", new Take("token", From.JSON, "/token"))), false, 10));

        LoadResult result = run(mix, 1, 8);

        assertThat(service.lines())
                .containsExactly(
                        "POST /login",
                        "GET /expiring",
                        "GET /expiring",
                        "GET /expiring",
                        "POST /login",
                        "GET /expiring",
                        "GET /expiring",
                        "GET /expiring",
                        "GET /expiring",
                        "GET /expiring");
        assertThat(result.statuses()).isEqualTo(Map.of(200, 4L, 401, 4L));
        assertThat(result.errors()).isEqualTo(Map.of(ErrorKind.STATUS, 4L));
        assertThat(result.generator().renewals()).isEqualTo(1);
    }

    @Test
    void arrivalsOfAnOpenLoadDoNotWaitForALoginAndOneThatFailsIsNotCounted() throws Exception {
        Mix mix = new Mix(
                List.of(step("GET /expiring", Map.of("T", "${token}"), "")),
                visitors(List.of(step("POST /login-once", new Take("token", From.JSON, "/token"))), false, 2));

        LoadResult result = run(mix, Loads.open(20, 1000), new Population(mix.visitors()));

        assertThat(result.requests()).isEqualTo(20);
        assertThat(result.succeeded()).isEqualTo(4);
        assertThat(result.generator().renewals()).isZero();
        assertThat(service.lines().stream().filter("POST /login-once"::equals)).hasSize(4);
    }

    @Test
    void eachUserKeepsItsOwnCookies() throws Exception {
        Mix mix = new Mix(List.of(step("GET /x")), visitors(List.of(step("POST /login")), true, 10));

        run(mix, Loads.iterations(2, 2, Loads.KEEP_ALIVE), new Population(mix.visitors()));

        assertThat(service.seen.stream()
                        .filter(request -> request.path().equals("/x"))
                        .map(request -> request.header("Cookie")))
                .containsExactlyInAnyOrder("S=s1", "S=s1", "S=s2", "S=s2");
    }

    @Test
    void arrivalsOfAnOpenLoadGoOnWithStepsOfItsSessions() throws Exception {
        Mix mix = new Mix(
                List.of(
                        step("POST /cart", Map.of("T", "${token}"), "", new Take("id", From.JSON, "/cart/id")),
                        step("POST /x/${id}", Map.of("T", "${token}"), "")),
                visitors(List.of(step("POST /login", new Take("token", From.JSON, "/token"))), false, 2));

        LoadResult result = run(mix, Loads.open(40, 1000), new Population(mix.visitors()));

        assertThat(service.lines().subList(0, 2)).containsOnly("POST /login");
        assertThat(service.lines().subList(2, 42)).doesNotContain("POST /login");
        assertThat(result.succeeded()).isEqualTo(40);
        assertThat(result.kinds().get(1).succeeded()).isBetween(1L, 20L);
        assertThat(service.seen.stream()
                        .skip(2)
                        .map(request -> request.header("T"))
                        .distinct())
                .containsExactlyInAnyOrder("t1", "t2");
    }

    @Test
    void openLoadsBesideEachOtherShareTheirSessions() throws Exception {
        Mix mix = new Mix(
                List.of(step("GET /x", Map.of("T", "${token}"), "")),
                visitors(List.of(step("POST /login", new Take("token", From.JSON, "/token"))), false, 2));
        Population population = new Population(mix.visitors());

        try (RunningLoad first = new EmbeddedEngine().start(mix, Loads.open(50, 60_000), population)) {
            Await.until(() -> service.lines().contains("GET /x"));
            run(mix, Loads.open(50, 200), population);
        }

        assertThat(service.lines().stream().filter("POST /login"::equals)).hasSize(2);
        run(mix, Loads.open(50, 200), population);
        assertThat(service.lines().stream().filter("POST /login"::equals))
                .as("and leave them to the next")
                .hasSize(2);
    }
}
