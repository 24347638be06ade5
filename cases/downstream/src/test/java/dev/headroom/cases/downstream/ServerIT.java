package dev.headroom.cases.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerIT {

    @Test
    void anAnswerIsNeverEarly() throws Exception {
        try (Server server = start("--delay=120ms")) {
            for (String path : List.of("/metadata/names/2505", "/metadata/phoneNumbers/2505", "/external-data/120")) {
                long start = System.nanoTime();
                HttpResponse<String> answer = Client.get(server, path);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(120_000_000L);
            }
        }
    }

    @Test
    void aUserKeepsNameAndNumberForTheSameSeedOnly() throws Exception {
        try (Server one = start("--delay=0ms", "--seed=1");
                Server again = start("--delay=0ms", "--seed=1");
                Server other = start("--delay=0ms", "--seed=2")) {
            String people = people(one);
            assertThat(people)
                    .matches("(?s)(\\{\"id\":\\d+,\"name\":\"\\w+ \\w+\",\"phoneNumber\":\"[+\\d-]{15}\"}\n){20}")
                    .isEqualTo(people(again))
                    .isNotEqualTo(people(other));
            assertThat(Client.get(one, "/metadata/names/7").body())
                    .startsWith("{\"userId\":7,\"name\":\"")
                    .isEqualTo(Client.get(again, "/metadata/names/7").body());
            assertThat(Client.get(one, "/address/7").body()).startsWith("{\"id\":7,\"street\":\"");
        }
    }

    private static String people(Server server) throws Exception {
        StringBuilder people = new StringBuilder();
        for (int user = 0; user < 20; user++) {
            people.append(Client.get(server, "/profile/" + user).body()).append('\n');
        }
        return people.toString();
    }

    @Test
    void theErrorsFollowTheRateAndTheSeed() throws Exception {
        try (Server one = start("--delay=0ms", "--error-rate=0.3");
                Server again = start("--delay=0ms", "--error-rate=0.3")) {
            List<Integer> codes = statusCodes(one, 300);
            assertThat(codes).isEqualTo(statusCodes(again, 300)).containsOnly(200, 500);
            assertThat(codes).filteredOn(code -> code == 500).hasSizeBetween(60, 120);
            assertThat(Client.get(one, "/ready").statusCode()).isEqualTo(200);
        }
    }

    private static List<Integer> statusCodes(Server server, int requests) throws Exception {
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            codes.add(Client.get(server, "/metadata/names/1").statusCode());
        }
        return codes;
    }

    @Test
    void aHangingRequestStaysInFlightUntilItsClientGoes() throws Exception {
        try (Server server = start();
                Socket client = Client.connect(server)) {
            Client.send(client, "GET /hang HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(Client.awaitStats(server, stats -> stats.contains("\"inFlight\":1")))
                    .contains("\"inFlight\":1");
            assertThat(client.getInputStream().available()).isZero();
            client.close();
            assertThat(Client.awaitStats(server, stats -> stats.contains("\"inFlight\":0")))
                    .contains("\"abandoned\":1", "\"inFlight\":0", "\"answered\":{}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hang", "/delay/10m"})
    void aServerThatEndsCutsOffWhoStillWaits(String path) throws Exception {
        List<Socket> clients = new ArrayList<>();
        try {
            try (Server server = start("--event-loops=2")) {
                for (int i = 0; i < 60; i++) {
                    Socket client = Client.connect(server);
                    clients.add(client);
                    Client.send(client, "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
                }
                Client.awaitStats(server, stats -> stats.contains("\"inFlight\":60"));
            }
            for (Socket client : clients) {
                assertThat(Client.isCutOff(client)).isTrue();
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    @Tag("nightly")
    void aThousandRequestsAreInFlightTogether() throws Exception {
        List<Socket> clients = new ArrayList<>();
        try (Server server = start()) {
            for (int i = 0; i < 1_000; i++) {
                clients.add(Client.connect(server));
            }
            for (Socket client : clients) {
                Client.send(client, "GET /delay/3s HTTP/1.1\r\nHost: x\r\n\r\n");
            }
            for (Socket client : clients) {
                assertThat(Client.readUntil(client, "{\"delay\":3000.0}")).startsWith("HTTP/1.1 200 OK");
            }
            assertThat(Client.get(server, "/stats").body())
                    .contains("\"/delay/{duration}\":1000", "\"maxInFlight\":1000", "\"inFlight\":0");
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void whoFindsNoWorkerFreeWaitsForTheNext() throws Exception {
        List<Socket> clients = new ArrayList<>();
        try (Server server = start("--delay=100ms", "--workers=2", "--event-loops=2")) {
            for (int i = 0; i < 6; i++) {
                clients.add(Client.connect(server));
            }
            long start = System.nanoTime();
            for (Socket client : clients) {
                Client.send(client, "GET /profile/1 HTTP/1.1\r\nHost: x\r\n\r\n");
            }
            for (Socket client : clients) {
                assertThat(Client.readUntil(client, "}")).startsWith("HTTP/1.1 200 OK");
            }
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(300_000_000L);
            assertThat(Client.get(server, "/stats").body()).contains("\"/profile/{id}\":6", "\"inFlight\":0");
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aWorkerDoesNotSeeThatItsClientHasGone() throws Exception {
        try (Server server = start("--delay=1500ms", "--workers=1")) {
            long start = System.nanoTime();
            try (Socket gone = Client.connect(server)) {
                Client.send(gone, "GET /profile/1 HTTP/1.1\r\nHost: x\r\n\r\n");
                Client.awaitStats(server, stats -> stats.contains("\"inFlight\":1"));
            }
            Client.awaitStats(server, stats -> stats.contains("\"abandoned\":1"));
            assertThat(Client.get(server, "/profile/2").statusCode()).isEqualTo(200);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(3_000_000_000L);
            assertThat(Client.get(server, "/stats").body())
                    .contains("\"/profile/{id}\":1", "\"abandoned\":1", "\"inFlight\":0");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
        try (Server server = start();
                Socket client = Client.connect(server)) {
            int count = 50;
            Client.send(
                    client,
                    IntStream.rangeClosed(1, count)
                            .mapToObj(i -> "GET /external-data/" + (i % 2 == 0 ? 1 : 2) + "?n=" + i
                                    + " HTTP/1.1\r\nHost: x\r\n" + (i == count ? "Connection: close\r\n" : "") + "\r\n")
                            .toArray(String[]::new));
            String answers = Client.readUntil(client, "never, so until the connection ends");
            assertThat(answers.split("HTTP/1.1 200 OK", -1)).hasSize(count + 1);
            assertThat(answers.replaceAll("(?s)HTTP/1.1.*?\\{\"time\":(\\d)}", "$1"))
                    .isEqualTo("21".repeat(count / 2));
        }
    }

    @Test
    void aConnectionIsKeptWhereItsClientWantsThat() throws Exception {
        try (Server server = start()) {
            try (Socket old = Client.connect(server)) {
                Client.send(old, "GET /ready HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
                assertThat(Client.readUntil(old, "}")).contains("connection: keep-alive");
                Client.send(old, "GET /ready HTTP/1.0\r\n\r\n");
                assertThat(Client.readUntil(old, "}")).doesNotContain("keep-alive");
                assertThat(old.getInputStream().read()).isEqualTo(-1);
            }
            try (Socket closing = Client.connect(server)) {
                Client.send(closing, "GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
                assertThat(Client.readUntil(closing, "}")).contains("connection: close");
                assertThat(closing.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void whatIsNoRequestOfOursIsRefused() throws Exception {
        try (Server server = start()) {
            assertThat(Client.get(server, "/").statusCode()).isEqualTo(404);
            assertThat(Client.get(server, "/metadata/names/").statusCode()).isEqualTo(404);
            assertThat(Client.get(server, "/metadata/names/ada").statusCode()).isEqualTo(400);
            assertThat(Client.get(server, "/delay/soon").statusCode()).isEqualTo(400);
            try (Socket client = Client.connect(server)) {
                Client.send(client, "DELETE /ready HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
                assertThat(Client.readUntil(client, "}")).startsWith("HTTP/1.1 405");
            }
        }
    }

    @Test
    void aTakenPortIsOneClearFailure() throws Exception {
        try (Server first = start()) {
            URI taken = first.uri();
            assertThatThrownBy(() -> start("--server.port=" + taken.getPort()).close())
                    .isInstanceOf(BindException.class)
                    .hasMessage("cannot listen on 127.0.0.1:" + taken.getPort() + ": Address already in use");
        }
    }

    private static Server start(String... args) throws BindException {
        List<String> all = new ArrayList<>(List.of("--server.port=0"));
        all.addAll(List.of(args));
        return Server.start(Settings.parse(all.toArray(String[]::new)));
    }
}
