package dev.headroom.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The way of one customer through the shop. */
class ShopIT {

    private static HttpResponse<String> send(int port, String method, String path, String token, String body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + token)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    @Test
    void aCustomerLogsInLooksSearchesAndBuys() throws Exception {
        assumeTrue(
                !System.getProperty("user.name").equals("root") || LinuxUtils.isUnshareAvailable(),
                "PostgreSQL does not run as root, and this root may not make the user namespace that would hide it");
        try (EmbeddedPostgres database = EmbeddedPostgres.builder().start();
                ConfigurableApplicationContext shop = SpringApplication.run(
                        ShopApplication.class,
                        "--server.port=0",
                        "--shop.payment-takes=1ms",
                        "--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"))) {
            int port = Integer.parseInt(shop.getEnvironment().getRequiredProperty("local.server.port"));

            assertThat(send(port, "POST", "/login", "", "{\"name\": \"customer7\", \"password\": \"guess\"}")
                            .statusCode())
                    .isEqualTo(401);
            String token = send(port, "POST", "/login", "", "{\"name\": \"customer7\", \"password\": \"secret7\"}")
                    .body()
                    .replaceAll("\\{\"token\":\"(.+)\"}", "$1");
            assertThat(send(port, "GET", "/products/8", "", "").body())
                    .isEqualTo("{\"id\":8,\"name\":\"lamp 8\",\"cents\":900}");
            assertThat(send(port, "GET", "/products?text=lamp%208", "", "").body())
                    .contains("lamp 8", "lamp 808");
            String cart = send(port, "POST", "/carts", token, "{\"product\": 8, \"quantity\": 2}")
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
            assertThat(send(port, "POST", cart + "/order", "nobody", "").statusCode())
                    .isEqualTo(401);
            assertThat(send(port, "POST", cart + "/order", token, "").body())
                    .isEqualTo("{\"product\":8,\"quantity\":2,\"cents\":1800}");
            assertThat(send(port, "POST", cart + "/order", token, "").statusCode())
                    .isEqualTo(409);
        }
    }
}
