package dev.headroom.load.k6;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.DataSource.Order;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Table;
import dev.headroom.core.model.load.Take;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Loads whose scripts are kept beside the tests, by their names. */
enum ScriptLoads {
    EVEN(Mix.of(request("GET", "/basket/1", "")), open(20)),

    POISSON(
            Mix.of(request("GET", "/basket/1", "")),
            open(12.5)
                    .arriving(Arrivals.POISSON, 7)
                    .connected(OptionalInt.of(50))
                    .with(
                            new Transport(
                                    Duration.ofSeconds(10),
                                    Duration.ofSeconds(5),
                                    true,
                                    true,
                                    Optional.of(Duration.ofSeconds(1)),
                                    Optional.empty(),
                                    true,
                                    Optional.empty()),
                            Optional.of(new Load.WarmUp(2, Duration.ofSeconds(3))))),

    STEPS(
            Mix.of(request("GET", "/basket/1", "")),
            open(0).staged(List.of(
                    new Stage(Rate.perSecond(2), Rate.perSecond(10), Duration.ofSeconds(8)),
                    Stage.constant(Rate.perSecond(10), Duration.ofSeconds(4)),
                    Stage.constant(Rate.perSecond(50), Duration.ofMillis(2500))))),

    SHOP(shop(false), closed(40, Duration.ZERO, ThinkTime.NONE, new Until.Elapsed(Duration.ofSeconds(60)))),

    SESSIONS(shop(true), open(30)),

    ENTERING(
            new Mix(
                    List.of(
                            new Mix.Part("view", 3, request("GET", "/view?n=${n}&id=${uuid}", "")),
                            new Mix.Part("form", 1, form())),
                    new Mix.Visitors(List.of(new Table.Range("n", 100, 50, Order.RANDOM)), List.of(), true, 10)),
            closed(
                    20,
                    Duration.ofSeconds(5),
                    new ThinkTime.LogNormal(Duration.ofMillis(100), Duration.ofMillis(400)),
                    new Until.Iterations(20))),

    RAMP(
            Mix.of(new Request(
                    "GET",
                    URI.create("https://127.0.0.1:8443"),
                    "/",
                    Map.of(),
                    "",
                    new Success(List.of(200, 404), "it's `here`"))),
            closed(
                    10,
                    Duration.ofSeconds(2),
                    new ThinkTime.Exponential(Duration.ofMillis(250)),
                    new Until.Elapsed(Duration.ofSeconds(10)))),

    SHARED(Mix.of(request("GET", "/a", "")), closed(8, Duration.ZERO, ThinkTime.NONE, new Until.Requests(400)));

    final Mix mix;
    final Load load;

    ScriptLoads(Mix mix, Load load) {
        this.mix = mix;
        this.load = load;
    }

    K6Script script() {
        return ScriptWriter.write(mix, load);
    }

    private static URI service() {
        return URI.create("http://127.0.0.1:8080");
    }

    static Request request(String method, String path, String body) {
        return new Request(method, service(), path, Map.of(), body, Success.DEFAULT);
    }

    private static Request form() {
        return new Request(
                "POST",
                service(),
                "/form",
                Map.of("Content-Type", "application/x-www-form-urlencoded", "X-Number", "${n}"),
                "text=a ${n} $${n}",
                Success.DEFAULT);
    }

    private static Mix shop(boolean cookies) {
        Map<String, String> json = Map.of("Content-Type", "application/json");
        Map<String, String> known = Map.of("Content-Type", "application/json", "Authorization", "Bearer ${token}");
        Table product = new Table.Listed(
                "product",
                List.of("id", "search"),
                List.of(List.of("1", "tea & cake"), List.of("2", "it's")),
                Order.RANDOM);
        Table customer = new Table.Listed(
                "customer",
                List.of("name", "password"),
                List.of(List.of("ada", "a\"b"), List.of("bob", "c")),
                Order.IN_TURN);
        return new Mix(
                List.of(
                        new Mix.Part("browse", 5, request("GET", "/products/${product.id}", "")),
                        new Mix.Part("search", 3, request("GET", "/products?text=${product.search}", "")),
                        new Mix.Part(
                                "cart",
                                1,
                                new Request(
                                        "POST",
                                        service(),
                                        "/carts",
                                        known,
                                        "{\"product\": ${product.id}, \"for\": \"${customer.name}\"}",
                                        Success.DEFAULT),
                                "buy",
                                List.of(new Take("cart", Take.From.HEADER, "Location"))),
                        new Mix.Part(
                                "order",
                                1,
                                new Request("POST", service(), "${cart}/order", known, "", Success.DEFAULT),
                                "buy",
                                List.of())),
                new Mix.Visitors(
                        List.of(product, customer),
                        List.of(new Mix.Part(
                                "login",
                                1,
                                new Request(
                                        "POST",
                                        service(),
                                        "/login",
                                        json,
                                        "{\"name\": \"${customer.name}\", \"password\": \"${customer.password}\"}",
                                        Success.DEFAULT),
                                "",
                                List.of(new Take("token", Take.From.JSON, "/token")))),
                        cookies,
                        3));
    }

    static Load.Open open(double rate) {
        return new Load.Open(
                Rate.perSecond(rate),
                Duration.ofSeconds(30),
                new Transport(Duration.ofSeconds(60), false, false),
                Optional.empty());
    }

    static Load.Closed closed(int users, Duration rampUp, ThinkTime think, Until until) {
        return new Load.Closed(
                users, rampUp, think, until, 1, new Transport(Duration.ofSeconds(30), false, false), Optional.empty());
    }
}
