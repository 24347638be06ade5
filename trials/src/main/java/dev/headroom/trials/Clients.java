package dev.headroom.trials;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.util.EntityUtils;
import reactor.netty.resources.ConnectionProvider;

/** Clients that keep so many connections to the slow service behind. Their defaults, where these are small. */
final class Clients {

    private Clients() {}

    /** 5 per route, as its builder makes it. */
    static Work apache5(Settings settings) {
        var connections = PoolingHttpClientConnectionManagerBuilder.create();
        if (settings.twin()) {
            connections.setMaxConnPerRoute(200).setMaxConnTotal(200);
        }
        CloseableHttpClient client =
                HttpClients.custom().setConnectionManager(connections.build()).build();
        HttpGet request = new HttpGet(settings.downstream());
        return () -> client.execute(request, Clients::answered);
    }

    /** 6 in all, and as many for each of two routes, so that neither is full. */
    static Work apache5Total(Settings settings) {
        int all = settings.limit(6);
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(all)
                        .setMaxConnTotal(all)
                        .build())
                .build();
        HttpGet one = new HttpGet(settings.downstream());
        HttpGet other = new HttpGet(settings.downstream().replace("127.0.0.1", "localhost"));
        AtomicInteger turn = new AtomicInteger();
        return () -> client.execute(turn.incrementAndGet() % 2 == 0 ? one : other, Clients::answered);
    }

    private static int answered(ClassicHttpResponse response) throws IOException {
        org.apache.hc.core5.http.io.entity.EntityUtils.consume(response.getEntity());
        return checked(response.getCode());
    }

    /** 2 per route, as a bare connection manager makes it. */
    static Work apache4(Settings settings) {
        PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager();
        if (settings.twin()) {
            connections.setDefaultMaxPerRoute(200);
            connections.setMaxTotal(200);
        }
        var client = org.apache.http.impl.client.HttpClients.custom()
                .setConnectionManager(connections)
                .build();
        return () -> {
            try (var response = client.execute(new org.apache.http.client.methods.HttpGet(settings.downstream()))) {
                EntityUtils.consume(response.getEntity());
                checked(response.getStatusLine().getStatusCode());
            }
        };
    }

    /** 5 per host, for calls that are enqueued; {@code --hosts=2} are two names of one service. */
    static Work okHttp(Settings settings) {
        Dispatcher dispatcher = new Dispatcher();
        if (settings.twin()) {
            dispatcher.setMaxRequests(200);
            dispatcher.setMaxRequestsPerHost(200);
        }
        OkHttpClient client = new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(200, 1, TimeUnit.MINUTES))
                .build();
        Request one = new Request.Builder().url(settings.downstream()).build();
        Request other = new Request.Builder()
                .url(settings.downstream().replace("127.0.0.1", "localhost"))
                .build();
        int hosts = settings.number("hosts", 1);
        AtomicInteger turn = new AtomicInteger();
        return () -> {
            Answer answer = new Answer();
            client.newCall(turn.incrementAndGet() % hosts == 0 ? one : other).enqueue(answer);
            checked(answer.get());
        };
    }

    static Work reactorNetty(Settings settings) {
        ConnectionProvider connections = ConnectionProvider.builder("partner")
                .maxConnections(settings.limit(8))
                .pendingAcquireMaxCount(-1)
                .pendingAcquireTimeout(Duration.ofMinutes(2))
                .build();
        var client = reactor.netty.http.client.HttpClient.create(connections);
        return () -> checked(client.get()
                .uri(settings.downstream())
                .responseSingle((response, body) ->
                        body.asByteArray().thenReturn(response.status().code()))
                .block());
    }

    static Work jetty(Settings settings) throws Exception {
        var client = new org.eclipse.jetty.client.HttpClient();
        client.setMaxConnectionsPerDestination(settings.limit(6));
        client.start();
        return () -> checked(client.GET(settings.downstream()).getStatus());
    }

    /** No bound of its own. */
    static Work jdk(Settings settings) {
        return jdk(settings.downstream());
    }

    /** Three, one after the other, and something of its own. */
    static Work three(Settings settings) {
        Work stock = jdk(settings.text("stock", ""));
        Work price = jdk(settings.text("price", ""));
        Work courier = jdk(settings.text("courier", ""));
        Hold hold = new Hold(settings);
        return () -> {
            hold.serve();
            stock.serve();
            price.serve();
            courier.serve();
        };
    }

    private static Work jdk(String downstream) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(downstream)).build();
        return () -> checked(
                client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
    }

    private static int checked(Integer status) throws IOException {
        if (status / 100 != 2) {
            throw new IOException("status " + status);
        }
        return status;
    }

    private static final class Answer extends CompletableFuture<Integer> implements Callback {
        @Override
        public void onFailure(Call call, IOException e) {
            completeExceptionally(e);
        }

        @Override
        public void onResponse(Call call, Response response) {
            try (response) {
                response.body().bytes();
                complete(response.code());
            } catch (IOException e) {
                completeExceptionally(e);
            }
        }
    }
}
