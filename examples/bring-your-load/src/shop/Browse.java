package shop;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.Simulation;

/** As many users as it is told of, for as long as it is told, at the address that it is told. */
public final class Browse extends Simulation {
    public Browse() {
        setUp(scenario("browse")
                        .during(Integer.getInteger("seconds", 30))
                        .on(exec(http("user").get("/users_parallel/2505")))
                        .injectOpen(atOnceUsers(Integer.getInteger("users", 60))))
                .protocols(http.baseUrl(System.getProperty("BASE_URL", "http://127.0.0.1:8888")));
    }
}
