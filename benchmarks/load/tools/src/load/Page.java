package load;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** Users who send one request after the other. */
abstract class Page extends Simulation {

    Page(String path) {
        int users = Integer.getInteger("users");
        Duration length = Duration.ofSeconds(Integer.getInteger("seconds"));
        setUp(scenario("users")
                        .during(length)
                        .on(exec(http("page").get(path).requestTimeout(Duration.ofMinutes(3))))
                        .injectOpen(atOnceUsers(users)))
                .protocols(http.baseUrl(System.getProperty("BASE_URL")));
    }
}
